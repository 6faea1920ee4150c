import { Anchored } from "../../kit/anchored.tsx";
import { ConnectionPanel } from "./connection-panel.tsx";

interface AnchoredConnectionProps {
  readonly anchor: HTMLElement;
  readonly onDismiss: () => void;
  readonly onClose: () => void;
}

/** The connection in full, under the button that says it in a word. */
export default function AnchoredConnection({ anchor, onDismiss, onClose }: AnchoredConnectionProps) {
  return (
    <Anchored anchor={anchor} onDismiss={onDismiss} position="bottom-end">
      <ConnectionPanel onClose={onClose} />
    </Anchored>
  );
}
