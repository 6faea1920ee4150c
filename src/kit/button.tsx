import type { ComponentProps, MouseEvent } from "react";
import { classes } from "./classes.ts";
import styles from "./kit.module.css";

interface ButtonLook {
  /**
   * `main` is the likeliest one of those beside it, `accent` what the page is for; `quiet` is a tool among others,
   * `link` stands within a text, and `bare` is all that it holds: a row, a card, a heading.
   */
  readonly look?: "main" | "accent" | "quiet" | "link" | "bare" | undefined;
  /** `large` in dialogs, `pill` where a question is answered in its place on the page. */
  readonly size?: "large" | "pill" | undefined;
}

interface ButtonPress {
  /**
   * Whether the second half of a double click is none: another button stands there by then, which would end what the
   * first half began, or ask for more.
   */
  readonly single?: boolean | undefined;
}

export interface ButtonState {
  /**
   * Whether a press does nothing for now. What its own press turns off is this, not `disabled`: browsers take the
   * keyboard from that.
   */
  readonly off?: boolean | undefined;
}

/** What a button that is `off` has. */
export const offProps = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/**
 * A button that says with words what it does. Where it has a state, it is `aria-pressed` while its words stay, and
 * `data-on`, which is seen alone, where they change with it; where it can't be pressed, `disabled` or `off`.
 */
export function Button({
  look,
  size,
  off = false,
  single = false,
  className,
  onClick,
  ...others
}: ButtonLook & ButtonState & ButtonPress & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...others}
      onClick={(event) => {
        if (!single || event.detail <= 1) onClick?.(event);
      }}
      {...(off && offProps)}
      className={look === "bare" ? className : classes(styles["button"], className)}
      data-look={look}
      data-size={size}
    />
  );
}

/** A link that looks like a large button, as what saves a file. */
export function ButtonLink({ className, children, ...others }: ComponentProps<"a">) {
  return (
    <a {...others} className={classes(styles["button"], className)} data-size="large">
      {children}
    </a>
  );
}
