import type { ComponentProps } from "react";
import layout from "./layout.module.css";

/** A text for whoever hears the page. */
export function VisuallyHidden(props: ComponentProps<"span">) {
  return <span {...props} className={layout["visuallyHidden"]} />;
}
