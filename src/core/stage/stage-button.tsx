import { Icon, type IconName } from "../../kit/icon.tsx";
import styles from "./stage-shell.module.css";

interface StageButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly off?: boolean;
  readonly pressed?: boolean;
  readonly className?: string | undefined;
  readonly size?: number;
  readonly onClick: () => void;
}

/**
 * A button of the stage: a sign, with its name on the pointer and for screen readers. What can't be done now stays
 * reachable.
 */
export function StageButton({ icon, label, keys, off, pressed, className, size = 1.375, onClick }: StageButtonProps) {
  return (
    <button
      type="button"
      className={className ?? styles["button"]}
      title={label}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={off || undefined}
      aria-pressed={pressed}
      onClick={() => {
        if (off !== true) onClick();
      }}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
