import type { ComponentProps } from "react";
import { classes } from "../../kit/classes.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./stage-shell.module.css";

interface StageButtonProps extends Omit<ComponentProps<typeof IconButton>, "disabled" | "hint" | "title"> {
  /** Whether it can't be pressed now: it stays reachable. */
  readonly off?: boolean;
  readonly onClick: () => void;
}

/** A button of the stage: a sign, with its name on the pointer and for screen readers. */
export function StageButton({ off = false, className, size = 1.375, onClick, ...others }: StageButtonProps) {
  return (
    <IconButton
      {...others}
      hint={false}
      title={others.label}
      size={size}
      className={classes(styles["button"], className)}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onClick();
      }}
    />
  );
}
