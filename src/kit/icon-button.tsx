import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Hint } from "./hint.tsx";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./kit.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly icon: IconName;
  /** What the button does: its name, and what it says when hovered. */
  readonly label: string;
  readonly size?: number;
  /** Whether it makes a sound begin: then it stands out. */
  readonly plays?: boolean;
}

/** A round button that shows a sign and says its name. */
export function IconButton({ icon, label, size, plays = false, className, ...others }: IconButtonProps) {
  return (
    <Hint text={label}>
      <button
        type="button"
        {...others}
        className={classes(styles[plays ? "play" : "iconButton"], className)}
        aria-label={label}
      >
        <Icon name={icon} {...(size === undefined ? {} : { size })} />
      </button>
    </Hint>
  );
}
