import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import styles from "./kit.module.css";

/** Says `text` when the one element inside is hovered or focused. It describes; the element's name stands elsewhere. */
export function Hint({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Tooltip
      label={text}
      multiline
      maw="19rem"
      withArrow
      arrowSize={7}
      openDelay={250}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: styles["hint"] ?? "", arrow: styles["hintArrow"] ?? "" }}
    >
      {children}
    </Tooltip>
  );
}
