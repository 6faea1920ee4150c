import { useEffect, useState } from "react";
import { type StoreApi, useStore } from "zustand";
import type { InterfaceLanguage } from "../../../contract/language.ts";
import { loadMessages } from "../../../core/messages/declare.ts";
import { pageMessages } from "../../../core/messages/index.ts";
import { languageTags } from "../../../core/messages/languages.ts";
import { numbersOf } from "../../../core/messages/numbers.ts";
import { keyNamer } from "../../../core/shortcuts/key-namer.ts";
import { useWindowKeys } from "../../../core/shortcuts/use-window-keys.ts";
import { StageButton } from "../../../core/stage/stage-button.tsx";
import { type PresenterAction, presenterActionOf } from "../../../core/stage/stage-keys.ts";
import { agesOf } from "../../../core/takes/age.ts";
import { languageOfText } from "../../../core/text/writing-system.ts";
import { latinKey } from "../../../kit/pressed-key.ts";
import { Terms } from "../../../kit/terms.tsx";
import { whileWanted } from "../../../kit/while-wanted.ts";
import { type PresentMessages, presentMessages } from "../messages/index.ts";
import { StageHelp } from "../stage-help.tsx";
import { StageLine } from "../stage-line.tsx";
import { type ItemCard, isRemote, type RemoteAction } from "./messages.ts";
import styles from "./presenter-window.module.css";
import { WindowList } from "./window-list.tsx";
import type { WindowState } from "./window-state.ts";

/** How often the window looks at the clock, and whether its stage is there, in milliseconds. */
const second = 1_000;

/** Whether a stage has opened it, and nobody typed its address. */
const wasOpened = window.opener !== null;

interface PresenterWindowProps {
  readonly state: StoreApi<WindowState>;
  /** Until the stage has said its own. */
  readonly language: InterfaceLanguage;
}

/** What only the presenter sees: this item and the next with their notes, and the time. The stage does what it says. */
export function PresenterWindow({ state, language: first }: PresenterWindowProps) {
  const { stage, shown, moment, items, act, tick } = useStore(state);
  const [panel, setPanel] = useState<"list" | "help">();
  const [writing, setWriting] = useState(false);
  /** What is said of a key that does nothing here. */
  const [said, setSaid] = useState("");
  const language = useSpoken(shown?.language ?? first);
  const messages = presentMessages.in(language);
  const scheme = shown?.scheme;
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.title = messages.window.title;
  }, [language, messages]);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (scheme === "system") delete dataset["mantineColorScheme"];
    else if (scheme !== undefined) dataset["mantineColorScheme"] = scheme;
  }, [scheme]);
  useEffect(() => {
    const timer = setInterval(() => {
      tick();
      // With the stage's tab goes its window.
      if (wasOpened && (window.opener === null || window.opener.closed)) window.close();
    }, second);
    return () => clearInterval(timer);
  }, [tick]);
  useEffect(() => {
    if (stage === "closed") window.close();
  }, [stage]);
  /** What opens something on the stage opens it here, where a room doesn't see it. */
  const refuse = (): void => setSaid(messages.window.fullScreen(keyNamer(language)("present", "fullScreen")));
  const own: OwnActs = {
    list() {
      act({ type: "items" });
      setPanel(panel === "list" ? undefined : "list");
    },
    help: () => setPanel(panel === "help" ? undefined : "help"),
    write: () => setWriting(true),
    fullScreen: refuse,
    wholeScreen: refuse,
    window: () => {},
  };
  useWindowKeys(
    true,
    (event) => {
      const action = presenterActionOf(event, shown?.single ?? true);
      if (action === undefined) return;
      event.preventDefault();
      setSaid("");
      if (isRemote(action)) act({ type: "act", action, key: latinKey(event) });
      else own[action]();
    },
    true,
  );
  const closePanel = (): void => setPanel(undefined);
  return (
    <div className={styles["window"]}>
      <h1 className="visuallyHidden">{messages.window.title}</h1>
      <Times state={state} language={language} messages={messages} />
      <p role="status" className={styles["state"]}>
        {stage !== "there" ? messages.window.stages[stage] : said || (shown?.black === true && messages.window.black)}
      </p>
      {shown !== undefined && (
        <main className={styles["items"]}>
          <Item label={messages.window.now} card={shown.now} />
          {panel === "help" ? (
            <StageHelp messages={messages} language={language} onClose={closePanel} />
          ) : panel === "list" ? (
            <WindowList
              items={items ?? []}
              messages={messages}
              onShow={(id) => {
                act({ type: "show", id });
                closePanel();
              }}
              onClose={closePanel}
            />
          ) : (
            <Item label={messages.next} card={shown.next} none={messages.window.nothingNext} />
          )}
        </main>
      )}
      <footer className={styles["foot"]}>
        {writing ? (
          <StageLine
            messages={messages}
            onSpeak={(text) => {
              // A stage that doesn't answer may come back.
              if (act({ type: "say", text })) setWriting(false);
            }}
            onClose={() => setWriting(false)}
          />
        ) : (
          <p role="status">{stage === "there" && moment?.note}</p>
        )}
        <Controls state={state} own={own} language={language} messages={messages} />
      </footer>
    </div>
  );
}

type OwnActs = Readonly<Record<Exclude<PresenterAction, RemoteAction>, () => void>>;

/** The language, once its texts have come. */
function useSpoken(wanted: InterfaceLanguage): InterfaceLanguage {
  const [spoken, setSpoken] = useState(wanted);
  useEffect(() => {
    const set = () => setSpoken(wanted);
    // Where they don't come, it stays in the language that is there.
    return whileWanted(loadMessages(wanted), set, () => {});
  }, [wanted]);
  return spoken;
}

interface PartProps {
  readonly state: StoreApi<WindowState>;
  readonly language: InterfaceLanguage;
  readonly messages: PresentMessages;
}

/** The time of day, since the beginning, and what is left of the sound. */
function Times({ state, language, messages }: PartProps) {
  const { shown, moment, now } = useStore(state);
  const numbers = numbersOf(language);
  const { clock, since, left } = messages.window;
  /** Whole seconds. */
  const span = (seconds: number) => numbers.clock(Math.floor(seconds)).slice(0, -2);
  const times: readonly (readonly [string, string])[] = [
    [clock, agesOf(language).clock(now)],
    [since, shown === undefined ? "" : span(Math.max(0, now - shown.began) / second)],
    [left, moment?.left === undefined ? "" : span(moment.left)],
  ];
  return (
    <header className={styles["head"]}>
      <dl className={styles["times"]}>
        <Terms of={times.map(([name, value]) => [name, value || "–"])} />
      </dl>
      <p className={styles["place"]}>{shown?.place}</p>
    </header>
  );
}

interface ItemProps {
  readonly label: string;
  readonly card: ItemCard | undefined;
  /** What is said where there is none. */
  readonly none?: string;
}

function Item({ label, card, none = "" }: ItemProps) {
  return (
    <section
      className={styles["item"]}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
      tabIndex={0}
    >
      <h2>{label}</h2>
      {card === undefined ? (
        <p className="quiet">{none}</p>
      ) : (
        <>
          <h3 dir="auto" lang={languageOfText(card.title)}>
            {card.title}
          </h3>
          <p className="quiet">{card.about}</p>
          {card.notes !== "" && (
            <p className={styles["notes"]} dir="auto" lang={languageOfText(card.notes)}>
              {card.notes}
            </p>
          )}
          {card.words !== card.title && (
            <p className={styles["words"]} dir="auto" lang={languageOfText(card.words)}>
              {card.words}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** What somebody without a clicker presses. */
function Controls({ state, own, language, messages }: PartProps & { readonly own: OwnActs }) {
  const { moment, act } = useStore(state);
  const { player } = pageMessages.in(language);
  const playing = moment?.playing === true;
  const far = (action: RemoteAction) => () => act({ type: "act", action, key: "" });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only follows presses
    <div
      className={styles["buttons"]}
      onClick={({ detail }) => {
        // After a press of the mouse the keys are the clicker's again, not the pressed button's.
        if (detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      <StageButton icon="lines" label={messages.programme} onClick={own.list} />
      <StageButton icon="edit" label={messages.line.label} onClick={own.write} />
      <StageButton icon="help" label={messages.helpTitle} onClick={own.help} />
      <StageButton icon="black" label={messages.black} onClick={far("black")} />
      <StageButton icon="previous" label={messages.previous} onClick={far("previous")} />
      <StageButton
        icon={playing ? "pause" : "play"}
        label={playing ? player.pause : player.play}
        look="play"
        onClick={far("playOrPause")}
      />
      <StageButton icon="next" label={messages.next} onClick={far("next")} />
    </div>
  );
}
