import { type ReactNode, type RefObject, useId } from "react";
import { StageButton } from "../../core/stage/stage-button.tsx";
import styles from "./programme.module.css";

interface StagePanelProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What opens beside the stage; on a phone it covers the stage. Escape closes it alone. */
export function StagePanel({ panel, title, closeLabel, onClose, children }: StagePanelProps) {
  const id = useId();
  return (
    <section
      ref={panel}
      className={styles["panel"]}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // A question that stands above the stage has an Escape of its own.
        const { target, currentTarget } = event;
        if (target instanceof Element && target.closest("dialog") !== currentTarget.closest("dialog")) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        <StageButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
