import { Popover } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type SampleScript, sampleScripts } from "../../state/sample-scripts.ts";
import { nativeLanguageName } from "../../state/voice-names.ts";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../playground-context.ts";
import styles from "./script-tools.module.css";

/** Scripts to try things out with: one in each of five languages, and one for each length. */
export function SampleMenu({ onChoose }: { readonly onChoose: (sample: SampleScript) => void }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <Popover
      opened={open}
      onDismiss={() => setOpen(false)}
      position="top-start"
      offset={6}
      withRoles={false}
      closeOnEscape={false}
      // Beside its button in the page's order, where a screen reader expects it; fixed, so that nothing cuts it off.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ dropdown: styles["menu"] ?? "" }}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={styles["tool"]}
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="lines" size={1} />
          <span>{t.script.samples}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {open && (
          <Items
            onClose={close}
            onChoose={(sample) => {
              close();
              onChoose(sample);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ItemsProps {
  readonly onChoose: (sample: SampleScript) => void;
  readonly onClose: () => void;
}

function Items({ onChoose, onClose }: ItemsProps) {
  const { t } = useTexts();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];

  useEffect(() => {
    menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = targets[event.key];
    if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (target !== undefined) all[target]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const group = (heading: string, samples: readonly SampleScript[]) => (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, but no fieldsets
    <div role="group" aria-label={heading}>
      <div aria-hidden="true" className={styles["heading"]}>
        {heading}
      </div>
      {samples.map((sample) => (
        <button
          key={sample.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles["item"]}
          onClick={() => onChoose(sample)}
        >
          <span className={styles["kind"]}>
            {sample.length === undefined ? nativeLanguageName(sample.language) : t.script.lengths[sample.length]}
          </span>
          <span className={styles["title"]} lang={sample.language}>
            {sample.title}
          </span>
        </button>
      ))}
    </div>
  );
  return (
    <div ref={menu} role="menu" tabIndex={-1} aria-label={t.script.samplesMenu} onKeyDown={onKeyDown}>
      {group(
        t.script.languagesHeading,
        sampleScripts.filter(({ length }) => length === undefined),
      )}
      {group(
        t.script.lengthsHeading,
        sampleScripts.filter(({ length }) => length !== undefined),
      )}
    </div>
  );
}
