import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useGate, usePlayground } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import type { PresenterAction } from "../../core/stage/stage-keys.ts";
import { stageOf } from "../../core/stage/stage-place.ts";
import { StageShell } from "../../core/stage/stage-shell.tsx";
import { StageTop } from "../../core/stage/stage-top.tsx";
import { useFullScreen } from "../../core/stage/use-full-screen.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { listen } from "../../kit/listen.ts";
import { areWhole, describeItem, wordsOf } from "./describe-item.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { ProgrammePanel } from "./programme-editor.tsx";
import { StageComparison } from "./stage-comparison.tsx";
import { StageControls } from "./stage-controls.tsx";
import { describeKeys, StageHelp } from "./stage-help.tsx";
import { usePresenterKeys, useSwipes, useTyped } from "./stage-input.ts";
import { StageLine } from "./stage-line.tsx";
import { StageMessage } from "./stage-message.tsx";
import { StageNotes } from "./stage-notes.tsx";
import { StageSlide } from "./stage-slide.tsx";
import { PlainWords, TakeWords } from "./stage-words.tsx";
import { pageItemId, usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter, useProgramme, useShown } from "./use-presenter.ts";
import { useSentence } from "./use-sentence.ts";
import { stageLinkOf } from "./window/stage-link.ts";
import { type FarAct, StageWindow } from "./window/stage-window.tsx";

/**
 * The words large, the player, model and voice, and nothing else: for people in a room. Default export, because it is
 * loaded when somebody presents.
 */
export default function Presenter({ onClose }: { readonly onClose: () => void }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const presenter = usePresenter();
  const { loaded, open } = useProgramme();
  const { item: pageItem } = usePageItem();
  const shown = useShown();
  const { items, index, item, row, take } = shown;
  const fullScreen = useFullScreen();
  const [panel, setPanel] = useState<"list" | "help">();
  const dialog = useRef<HTMLDialogElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  const [turned, setTurned] = useState(0);
  const [writing, setWriting] = useState(false);
  const [blocked, setBlocked] = useState(false);

  const { begin, end, mended } = presenter;
  useEffect(() => listen(window, { online: () => mended(["offline"]) }), [mended]);
  const playground = usePlayground();
  const isIn = useGate() === undefined;
  useEffect(() => {
    if (!isIn) return;
    stageOf(playground).getState().signedIn();
    mended(["signed_out", "unauthorised"]);
  }, [isIn, playground, mended]);
  const beginHere = useEffectEvent(() => begin(pageItem));
  useLayoutEffect(() => {
    open();
    return end;
  }, [open, end]);
  useLayoutEffect(() => {
    if (loaded) beginHere();
  }, [loaded]);

  const closePanel = useCallback(() => {
    setPanel(undefined);
    dialog.current?.focus();
  }, []);
  function endWriting(): void {
    setWriting(false);
    dialog.current?.focus();
  }
  const turnPanel = (wanted: "list" | "help"): void => (panel === wanted ? closePanel() : setPanel(wanted));

  function turn(direction: 1 | -1): void {
    presenter.unlessBlack(() => {
      playground.sound.getState().turn(direction);
      setTurned((before) => before + 1);
    });
  }

  const speakSentence = useSentence(shown);
  const { typed, setTyped } = useTyped();
  function on(): void {
    const wanted = items[Number(typed) - 1];
    if (typed === undefined) presenter.on();
    else if (wanted !== undefined) presenter.unlessBlack(() => presenter.show(wanted.id));
  }
  const acts: Readonly<Record<Exclude<PresenterAction, "number">, () => void>> = {
    on,
    back: presenter.back,
    next: () => presenter.go(1),
    previous: () => presenter.go(-1),
    playOrPause: presenter.playOrPause,
    again: presenter.again,
    write: () => presenter.unlessBlack(() => setWriting(true)),
    details: presenter.toggleDetails,
    figures: presenter.toggleFigures,
    goTo: () => presenter.unlessBlack(() => setTyped("")),
    black: presenter.toggleBlack,
    first: presenter.first,
    last: presenter.last,
    louder: () => turn(1),
    quieter: () => turn(-1),
    toggleMuted: () => presenter.unlessBlack(() => playground.sound.getState().toggleSilent()),
    list: () => turnPanel("list"),
    window: () => setBlocked(!stageLinkOf(playground).open()),
    help: () => turnPanel("help"),
    fullScreen: fullScreen.toggle,
    wholeScreen() {
      fullScreen.enter();
      presenter.unlessBlack(() => {});
    },
    anew() {
      fullScreen.enter();
      presenter.anew();
    },
  };
  useSwipes(middle, presenter.go);
  function perform(action: PresenterAction, key: string): void {
    if (action === "number" && presenter.black) {
      presenter.toggleBlack();
      return;
    }
    if (action !== "number") acts[action]();
    // What the item does with numbers itself can't take those that belong to a place.
    const isTyped = action === "number" && (typed !== undefined || !presenter.choose(Number(key)));
    if (isTyped) setTyped(`${typed ?? ""}${key}`.slice(-3));
    else if (action !== "goTo") setTyped(undefined);
  }
  usePresenterKeys(dialog, perform);
  function performFar(act: FarAct): void {
    if (act.type === "show") presenter.unlessBlack(() => presenter.show(act.id));
    else if (act.type === "say") {
      // Nobody writes a sentence to bring the picture back.
      if (presenter.black) presenter.toggleBlack();
      presenter.unlessBlack(() => speakSentence(act.text));
    }
    // Only a press on the stage itself gives it the whole screen.
    else if (act.action === "anew") presenter.anew();
    else perform(act.action, act.key);
  }

  const { voice, model, title, lang } = item === undefined ? noItem : describeItem(item, row, texts);
  const { playability, beside } = shown;
  const isKept = playability === "kept" || (beside !== undefined && areWhole(beside));
  const liveOrKept = isKept ? messages.states.kept : playability === "unspoken" ? messages.states.unspoken : "";
  const place = [
    presenter.rehearsed && messages.rehearsal,
    items.length > 1 && messages.place(index + 1, items.length),
  ];
  const lead = place.filter(Boolean).join(" · ");
  return (
    <StageShell
      dialog={dialog}
      title={messages.title}
      description={describeKeys(messages, keyNamer(texts.language, "heard"), texts.page)}
      busy={panel !== undefined || writing || presenter.black}
      onEscape={() => {
        if (presenter.black) presenter.toggleBlack();
        return presenter.black;
      }}
      onClose={onClose}
    >
      <div className={styles["main"]}>
        <StageTop
          lead={lead}
          fullScreen={fullScreen}
          leaveLabel={messages.close}
          onLeave={() => dialog.current?.close()}
        >
          <StageButton
            icon="black"
            label={messages.black}
            aria-keyshortcuts={ariaKeys("present", "black")}
            onClick={presenter.toggleBlack}
          />
          <StageButton
            icon="edit"
            label={messages.line.label}
            aria-keyshortcuts={ariaKeys("present", "write")}
            aria-pressed={writing}
            onClick={acts.write}
          />
          <StageButton
            icon="lines"
            label={messages.programme}
            aria-keyshortcuts={ariaKeys("present", "list")}
            aria-pressed={panel === "list"}
            onClick={acts.list}
          />
          <StageWindow
            shown={shown}
            place={lead}
            black={presenter.black}
            stage={dialog}
            blocked={blocked}
            onOpen={acts.window}
            onAct={performFar}
          />
          <StageButton
            icon="help"
            label={messages.helpTitle}
            aria-keyshortcuts={ariaKeys("present", "help")}
            aria-pressed={panel === "help"}
            onClick={acts.help}
          />
        </StageTop>
        <div ref={middle} className={styles["middle"]}>
          {item?.titled === true && item.kind !== "slide" && (
            <h2 className={styles["title"]} dir="auto" lang={lang}>
              {title}
            </h2>
          )}
          {isEmpty(shown) ? (
            <PlainWords text={messages.nothing} />
          ) : item?.kind === "slide" ? (
            <StageSlide key={item.id} item={item} />
          ) : item?.kind === "comparison" || item?.kind === "blind" ? (
            <StageComparison key={item.id} item={item} />
          ) : take === undefined ? (
            <PlainWords key={item?.id} text={textOf(shown)} />
          ) : (
            <TakeWords key={item?.id} take={take} />
          )}
        </div>
        {writing ? (
          <StageLine
            messages={messages}
            onSpeak={(text) => {
              endWriting();
              speakSentence(text);
            }}
            onClose={endWriting}
          />
        ) : (
          <StageMessage shown={shown} />
        )}
        <div className={styles["bottom"]}>
          <p className={styles["who"]}>
            <b className="cut">{voice}</b> <span>{[model, liveOrKept].filter(Boolean).join(" · ")}</span>
            {presenter.figures && row !== undefined && playability !== "shown" && <TakeFigures row={row} />}
          </p>
          <StageControls shown={shown} />
          <StageNotes shown={shown} turned={turned} typed={typed} />
        </div>
      </div>
      <Announcer
        text={loaded ? messages.shown(index + 1, items.length, title || (item ? messages.kinds[item.kind] : "")) : ""}
      />
      {panel === "list" && <ProgrammePanel onClose={closePanel} />}
      {panel === "help" && <StageHelp messages={messages} language={texts.language} onClose={closePanel} />}
      {presenter.black && (
        <Button
          ref={focusAfter((rest) => rest.closest("dialog"))}
          look="bare"
          className={styles["black"]}
          aria-label={messages.bringBack}
          onClick={presenter.toggleBlack}
        />
      )}
    </StageShell>
  );
}

const noItem = { title: "", lang: undefined, voice: "", model: "" };

/** What was measured of a take, and what it costs. */
function TakeFigures({ row }: { readonly row: TakeRow }) {
  const { pace, length, price } = describeTake(row, useHistoryTexts());
  return <span className={styles["figures"]}>{[pace, length, price].filter(Boolean).join(" · ")}</span>;
}

/** Whether nothing was prepared, and nothing is written on the page. */
function isEmpty({ items, item, take }: Shown): boolean {
  return items.length === 1 && item?.id === pageItemId && take === undefined && item.excerpt.trim() === "";
}

/** The words of what isn't in the player: a script's own, else as much as is known of a take. */
function textOf({ item, row, playability }: Shown): string {
  if (item === undefined || playability === "gone" || playability === "silent" || playability === "unreadable")
    return "";
  return wordsOf(item, row);
}
