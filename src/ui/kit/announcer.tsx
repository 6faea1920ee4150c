import { VisuallyHidden } from "@mantine/core";

/** Tells a screen reader what changed by itself, when it has finished its sentence. Nothing while `text` is empty. */
export function Announcer({ text }: { readonly text: string }) {
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
