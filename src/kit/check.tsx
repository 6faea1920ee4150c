import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./kit.module.css";

interface CheckProps extends Omit<ComponentProps<"input">, "children" | "ref" | "type" | "onChange"> {
  readonly onChange: (checked: boolean) => void;
}

/**
 * A box to tick, with its words beside it; `className` is that of both. Of a group that has a name only one can be
 * ticked.
 */
export function Check({
  type = "checkbox",
  onChange,
  className,
  children,
  ...others
}: CheckProps & {
  readonly type?: "checkbox" | "radio";
  readonly children: ReactNode;
}) {
  return (
    <label className={classes(styles["check"], className)}>
      <input {...others} type={type} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}

/** Something that is on or off. Its name stands elsewhere. */
export function Switch({ onChange, ...others }: CheckProps) {
  return (
    <input
      {...others}
      type="checkbox"
      role="switch"
      aria-checked={others.checked}
      className={styles["switch"]}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
