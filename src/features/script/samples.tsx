import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { countCharacters } from "../../contract/characters.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript, useTexts } from "../../core/page/playground-context.ts";
import { writingOf, writingsOfLocale } from "../../core/text/writing-system.ts";
import { nativeLanguageName } from "../../core/voices/voice-names.ts";
import { Anchor } from "../../kit/anchor.tsx";
import { Button } from "../../kit/button.tsx";
import { OwnPopup } from "../../kit/popup.tsx";
import { scriptToolsMessages } from "./messages/index.ts";
import {
  dialogueFor,
  type LengthLanguage,
  lengthLanguages,
  type SampleScript,
  sampleScripts,
} from "./sample-scripts.ts";
import styles from "./script-tools.module.css";

interface SamplesProps extends ItemsProps {
  /** The button that opens it; already on the page. */
  readonly anchor: HTMLElement;
  readonly open: boolean;
  /** A press elsewhere. */
  readonly onDismiss: () => void;
}

/** The sample scripts as a menu above their button. */
export default function Samples({ anchor, open, onDismiss, ...items }: SamplesProps) {
  return (
    <OwnPopup
      opened={open}
      onDismiss={onDismiss}
      position="top-start"
      className={styles["menu"]}
      button={<Anchor element={anchor} />}
    >
      {open && <Items {...items} />}
    </OwnPopup>
  );
}

interface ItemsProps {
  readonly onChoose: (sample: SampleScript) => void;
  readonly onClose: () => void;
}

function Items({ onChoose, onClose }: ItemsProps) {
  const { messages, numbers, language: interfaceLanguage } = useTexts(scriptToolsMessages);
  const script = useScript();
  const [language, setLanguage] = useState<LengthLanguage>(() => languageOfScript(script) ?? interfaceLanguage);
  const menu = useRef<HTMLDivElement>(null);
  const dialogue = dialogueFor(usePlan().model, language);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];

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

  function kindOf({ id, length, language: spoken }: SampleScript): string {
    if (id === dialogue?.id) return messages.dialogue;
    return length === undefined ? nativeLanguageName(spoken) : messages.lengths[length];
  }

  const group = (heading: string, samples: readonly SampleScript[], choice?: ReactNode) => (
    // biome-ignore lint/a11y/useSemanticElements: a menu may hold groups, but no fieldsets
    <div role="group" aria-label={heading}>
      <div className={styles["heading"]}>
        <span aria-hidden="true">{heading}</span>
        {choice}
      </div>
      {samples.map((sample) => (
        <Button
          key={sample.id}
          look="bare"
          role="menuitem"
          tabIndex={-1}
          className={styles["item"]}
          onClick={() => onChoose(sample)}
        >
          <span className={styles["kind"]}>{kindOf(sample)}</span>
          <span className="cut quiet" lang={sample.language} title={sample.title}>
            {sample.title}
          </span>
          {sample.length !== undefined && (
            <span className={styles["length"]}>{numbers.integer(countCharacters(sample.text))}</span>
          )}
        </Button>
      ))}
    </div>
  );
  return (
    <div ref={menu} role="menu" tabIndex={-1} aria-label={messages.samplesMenu} onKeyDown={onKeyDown}>
      {group(
        messages.languagesHeading,
        sampleScripts.filter(({ length }) => length === undefined),
      )}
      {group(
        messages.lengthsHeading,
        [
          ...sampleScripts.filter((sample) => sample.length !== undefined && sample.language === language),
          ...(dialogue === undefined ? [] : [dialogue]),
        ],
        lengthLanguages.map((one) => (
          <Button
            key={one}
            look="bare"
            role="menuitemradio"
            aria-checked={one === language}
            tabIndex={-1}
            lang={one}
            className={styles["language"]}
            onClick={() => setLanguage(one)}
          >
            {nativeLanguageName(one)}
          </Button>
        )),
      )}
    </div>
  );
}

/** The language of long scripts that is written as `script` is. */
function languageOfScript(script: string): LengthLanguage | undefined {
  const writing = writingOf(script);
  return lengthLanguages.find((language) => writing !== undefined && writingsOfLocale(language).has(writing));
}
