import { Button } from "./button.tsx";
import { toShownView } from "./focus-after.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./kit.module.css";

/** A way on from where nothing is. */
interface NextStep {
  readonly label: string;
  readonly act: () => void;
}

interface EmptyStateProps {
  readonly icon: IconName;
  /** What isn't there, in one sentence. */
  readonly title: string;
  /** What will be there, and how it comes. */
  readonly text?: string;
  /** What a press can do about it, the likeliest first. */
  readonly steps?: readonly NextStep[];
}

/** Stands where there will be something and is nothing yet: a sign, one sentence, and the next step. */
export function EmptyState({ icon, title, text, steps = [] }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      <div className={styles["emptyContent"]}>
        <span className={styles["sign"]}>
          <Icon name={icon} size={1.375} />
        </span>
        <div>
          <p>
            <b>{title}</b>
          </p>
          {text !== undefined && <p>{text}</p>}
          {steps.length > 0 && (
            <p className={styles["steps"]}>
              {steps.map(({ label, act }) => (
                <Button key={label} ref={toShownView} onClick={act}>
                  {label}
                </Button>
              ))}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
