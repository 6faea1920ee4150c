import type { ComponentProps } from "react";

interface ScrollingProps extends Omit<ComponentProps<"section">, "tabIndex"> {
  /** What a screen reader calls it. */
  readonly "aria-label": string;
}

/** A part that may scroll, and does so by the keyboard, too. */
export function Scrolling(props: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by those who have no pointer
    <section {...props} tabIndex={0} />
  );
}
