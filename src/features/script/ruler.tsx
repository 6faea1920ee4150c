import { type Mode, type ModelDescriptor, modes } from "../../contract/model.ts";
import { modeLimit } from "../../contract/modes.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import styles from "./script.module.css";

/** One length of the ruler: from where the one before ends up to a limit, and the modes that end there. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly modes: readonly Mode[];
}

/** The script's length against the lengths at which the modes end, so that a switch is seen coming. */
export function Ruler() {
  const { page, numbers } = useTexts();
  const { model, characters, partLimit } = usePlan();
  const stretches = stretchesOf(model);
  const current = stretches.find(({ to }) => characters <= to);
  const beyond = stretches.length > 0 && current === undefined;
  const over = beyond && partLimit === undefined;
  return (
    <div className={styles["ruler"]} data-over={over || undefined}>
      <p className="visuallyHidden">
        {`${page.script.ruler}${page.between.colon}${page.script.characters(characters)}`}
      </p>
      <div aria-hidden="true" className={styles["stretches"]}>
        {stretches.map((stretch) => {
          const part = Math.min(1, Math.max(0, (characters - stretch.from) / (stretch.to - stretch.from)));
          const names = stretch.modes.map((mode) => page.mode.lower[mode]).join(page.between.list);
          return (
            <div key={stretch.to} className={styles["stretch"]} data-current={stretch === current || undefined}>
              <div className={styles["track"]}>
                <div className={styles["fill"]} style={{ transform: `scaleX(${part})` }} />
              </div>
              <div className={styles["marks"]} title={`${numbers.integer(stretch.to)} · ${names}`}>
                {stretch === current || (beyond && stretch === stretches.at(-1)) ? (
                  <span>
                    <b>{numbers.integer(characters)}</b> / {numbers.integer(stretch.to)}
                  </span>
                ) : (
                  <span>{numbers.integer(stretch.to)}</span>
                )}
                <span className={styles["apart"]}> · </span>
                <span>{names}</span>
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The ruler of a model: one stretch for each limit that one of its modes has. */
export function stretchesOf(model: ModelDescriptor): readonly Stretch[] {
  const byLimit = new Map<number, Mode[]>();
  for (const mode of modes) {
    const limit = model.modes[mode] === undefined ? undefined : modeLimit(model, mode);
    if (limit !== undefined) byLimit.set(limit, [...(byLimit.get(limit) ?? []), mode]);
  }
  const limits = [...byLimit].sort(([one], [other]) => one - other);
  return limits.map(([to, names], index) => ({ from: limits[index - 1]?.[0] ?? 0, to, modes: names }));
}
