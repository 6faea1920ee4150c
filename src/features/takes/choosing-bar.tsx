import { useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
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
      <button type="button" onClick={onAll}>
        {h.chooseAll(found)}
      </button>
      <button type="button" disabled={chosen === 0} onClick={onNone}>
        {h.chooseNone}
      </button>
      <button type="button" disabled={chosen === 0} aria-pressed={starred} onClick={onStar}>
        {h.star}
      </button>
      {present !== undefined && (
        <button type="button" disabled={chosen === 0} onClick={onPresent}>
          {h.present}
        </button>
      )}
      {compare !== undefined && (
        <button type="button" disabled={chosen < 2 || chosen > compare.most} onClick={onCompare}>
          {h.compare}
        </button>
      )}
      <button type="button" disabled={chosen === 0} onClick={onRemove}>
        {h.remove}
      </button>
      {Export !== undefined && (
        <button type="button" data-main="" disabled={chosen === 0} onClick={onExport}>
          {h.export}
        </button>
      )}
      <button type="button" onClick={onEnd}>
        {h.endChoosing}
      </button>
    </div>
  );
}
