import type { ComponentProps } from "react";

/** A text for whoever hears the page. */
export function VisuallyHidden(props: ComponentProps<"span">) {
  return <span {...props} className="visuallyHidden" />;
}
