import { Popover, type PopoverProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import styles from "./popup.module.css";

interface AnchoredProps extends Required<Pick<PopoverProps, "position">> {
  /** What it stands beside; already on the page. */
  readonly anchor: HTMLElement;
  /** A press elsewhere. Escape is the content's own: it may have something to end before itself. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/** What stays free between a panel and the window's edges, in pixels: above, the page's head with the usual gap. */
const edges = { top: 68, right: 16, bottom: 16, left: 16 };

/**
 * A panel beside an element that is on the page already. It is imported with its content, so that what places it is
 * loaded when something is opened first. The room that it has, up to the usual gap before the window's edge, is its
 * content's `--room`.
 */
export function Anchored({ anchor, onDismiss, children, position }: AnchoredProps) {
  return (
    <Popover
      opened
      onDismiss={onDismiss}
      position={position}
      offset={6}
      withRoles={false}
      closeOnEscape={false}
      hideDetached={false}
      // Further than its last button there is the page that it covers.
      trapFocus
      middlewares={{
        // Along the side that it stands at it is shifted into the window instead.
        flip: { padding: edges, crossAxis: false },
        shift: { padding: edges },
        size: {
          padding: edges,
          apply: ({ availableHeight, elements }) =>
            elements.floating.style.setProperty("--room", `${Math.floor(availableHeight)}px`),
        },
      }}
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ dropdown: styles["anchored"] }}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
