import { useOffers } from "../../core/takes/offers.ts";
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
  const { h } = useHistoryTexts();
  const { compare, present, Export } = useOffers();
  return (
    <div role="toolbar" aria-label={h.chooseTakes} className={styles["choosing"]}>
      <span role="status" className={styles["chosenCount"]}>
        {h.chosen(chosen)}
      </span>
      <Button onClick={onAll}>{h.chooseAll(found)}</Button>
      <Button disabled={chosen === 0} onClick={onNone}>
        {h.chooseNone}
      </Button>
      <Button disabled={chosen === 0} aria-pressed={starred} onClick={onStar}>
        {h.star}
      </Button>
      {present !== undefined && (
        <Button disabled={chosen === 0} onClick={onPresent}>
          {h.present}
        </Button>
      )}
      {compare !== undefined && (
        <Button disabled={chosen < 2 || chosen > compare.most} onClick={onCompare}>
          {h.compare}
        </Button>
      )}
      <Button disabled={chosen === 0} onClick={onRemove}>
        {h.remove}
      </Button>
      {Export !== undefined && (
        <Button look="main" disabled={chosen === 0} onClick={onExport}>
          {h.export}
        </Button>
      )}
      <Button onClick={onEnd}>{h.endChoosing}</Button>
    </div>
  );
}
