import type { ComponentProps } from "react";

/**
 * What the page says by itself and takes back. Its live region stands there before, without taking room: many screen
 * readers don't read what comes together with one.
 */
export function Status({ className, children, ...others }: ComponentProps<"p">) {
  const isSilent = children === undefined || children === false || children === "";
  return (
    <p role="status" {...others} className={isSilent ? "visuallyHidden" : className}>
      {children}
    </p>
  );
}
