import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import styles from "./kit.module.css";

interface FloatingHintProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly shown: boolean;
  readonly text: string;
  readonly beside: boolean;
}

/** A hint beside what it describes. Presses go through it, to what it lies over. */
export default function FloatingHint({ id, anchor, shown, text, beside }: FloatingHintProps): ReactNode {
  return (
    <Tooltip
      opened={shown}
      position={beside ? "left" : "top"}
      middlewares={{ flip: beside ? { fallbackPlacements: ["top", "bottom"] } : true, shift: true }}
      // The tooltip gives itself an id of its own.
      label={<span id={id}>{text}</span>}
      multiline
      maw="19rem"
      withArrow
      arrowSize={7}
      classNames={{ tooltip: styles["hint"] ?? "", arrow: styles["hintArrow"] ?? "" }}
    >
      {/* The tooltip's own `target` sets state behind each render; fifty letters in a row are a loop to React then. */}
      <Anchor element={anchor} />
    </Tooltip>
  );
}
