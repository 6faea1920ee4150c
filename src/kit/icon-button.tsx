import type { ComponentProps } from "react";
import { Hint } from "./hint.tsx";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./kit.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly icon: IconName;
  /** What the button does: its name, and what it says when hovered. */
  readonly label: string;
  readonly size?: number;
}

/** A button that shows a sign and says its name. */
export function IconButton({ icon, label, size, className, ...others }: IconButtonProps) {
  return (
    <Hint text={label}>
      <button
        type="button"
        {...others}
        className={[styles["iconButton"], className].filter(Boolean).join(" ")}
        aria-label={label}
      >
        <Icon name={icon} {...(size === undefined ? {} : { size })} />
      </button>
    </Hint>
  );
}
