import { VisuallyHidden } from "./visually-hidden.tsx";

interface AnnouncerProps {
  readonly text: string;
  /** Says the same text once more when it is another one. */
  readonly turn?: string | undefined;
}

/**
 * Tells a screen reader what changed by itself, when it has finished its sentence. Nothing while `text` is empty. It
 * must stand there before there is something to say: many screen readers don't read what comes together with its live
 * region.
 */
export function Announcer({ text, turn }: AnnouncerProps) {
  return <VisuallyHidden role="status">{text !== "" && <span key={turn}>{text}</span>}</VisuallyHidden>;
}
