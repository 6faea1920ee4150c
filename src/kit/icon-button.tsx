import type { ComponentProps } from "react";
import { type ButtonState, offProps } from "./button.tsx";
import { classes } from "./classes.ts";
import { Hint } from "./hint.tsx";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./kit.module.css";

interface IconButtonProps extends ButtonState, Omit<ComponentProps<"button">, "children"> {
  readonly icon: IconName;
  /** What the button does: its name, and what it says when hovered. */
  readonly label: string;
  readonly size?: number;
  /**
   * What makes a sound begin: `play` where it is the one thing to do, `soft` beside what it lets hear, and `framed` in
   * each of many rows. The last two stand out while `aria-pressed` or `data-on` says that it sounds.
   */
  readonly look?: "play" | "soft" | "framed";
  /** Whether it says its name when hovered. */
  readonly hint?: boolean;
}

/** A round button that shows a sign and says its name. */
export function IconButton({
  icon,
  label,
  size,
  look,
  hint = true,
  off = false,
  className,
  ...others
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...others}
      {...(off && offProps)}
      className={classes(styles["iconButton"], className)}
      data-look={look}
      aria-label={label}
    >
      <Icon name={icon} {...(size === undefined ? {} : { size })} />
    </button>
  );
  return hint ? <Hint text={label}>{button}</Hint> : button;
}
