import { useOffers } from "../../core/takes/offers.ts";
import { toList } from "../../core/takes/undo-bar.tsx";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./takes.module.css";

/** What one can do with the takes that are chosen. */
export function ChoosingBar({
  chosen,
  found,
  onAll,
  onNone,
  starred,
  onStar,
  onPresent,
  onCompare,
  onExport,
  onRemove,
  onEnd,
}: {
  /** How many are chosen, and how many the list shows. */
  readonly chosen: number;
  readonly found: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
  /** Whether all of them have a star; pressing takes it from them then. */
  readonly starred: boolean;
  readonly onStar: () => void;
  readonly onPresent: () => void;
  readonly onCompare: () => void;
  readonly onExport: () => void;
  readonly onRemove: () => void;
  readonly onEnd: () => void;
}) {
  const { takes: messages } = useHistoryTexts();
  const { compare, present, Export } = useOffers();
  return (
    <div ref={toList} role="toolbar" aria-label={messages.chooseTakes} className={styles["choosing"]}>
      <span role="status" className={styles["chosenCount"]}>
        {messages.chosen(chosen)}
      </span>
      <Button onClick={onAll}>{messages.chooseAll(found)}</Button>
      <Button off={chosen === 0} onClick={onNone}>
        {messages.chooseNone}
      </Button>
      <Button disabled={chosen === 0} aria-pressed={starred} onClick={onStar}>
        {messages.star}
      </Button>
      {present !== undefined && (
        <Button disabled={chosen === 0} onClick={onPresent}>
          {messages.present}
        </Button>
      )}
      {compare !== undefined && (
        <Button disabled={chosen < 2 || chosen > compare.most} onClick={onCompare}>
          {messages.compare}
        </Button>
      )}
      <Button off={chosen === 0} onClick={onRemove}>
        {messages.remove}
      </Button>
      {Export !== undefined && (
        <Button look="main" disabled={chosen === 0} onClick={onExport}>
          {messages.export}
        </Button>
      )}
      <Button onClick={onEnd}>{messages.endChoosing}</Button>
    </div>
  );
}
