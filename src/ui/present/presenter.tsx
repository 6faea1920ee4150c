import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { scriptOf } from "../../state/present/programme.ts";
import { Announcer } from "../kit/announcer.tsx";
import { useSound } from "../playground-context.ts";
import { ariaKeys } from "../shortcuts/aria-keys.ts";
import { keyNamer } from "../shortcuts/key-namer.ts";
import { describeItem } from "./describe-item.ts";
import styles from "./present.module.css";
import type { PresenterAction } from "./presenter-keys.ts";
import { ProgrammePanel } from "./programme-panel.tsx";
import { StageButton, StageControls } from "./stage-controls.tsx";
import { StageMessage } from "./stage-message.tsx";
import { PlainWords, TakeWords } from "./stage-words.tsx";
import { leave, useFullScreen } from "./use-full-screen.ts";
import { useIdle } from "./use-idle.ts";
import { usePageItem } from "./use-page-item.ts";
import {
  type PresentTexts,
  type Shown,
  usePresenter,
  usePresentTexts,
  useProgramme,
  useShown,
} from "./use-presenter.ts";
import { usePresenterKeys } from "./use-presenter-keys.ts";

/**
 * The words large, the player, model and voice, and nothing else: for people in a room. Default export, because it is
 * loaded when somebody presents.
 */
export default function Presenter({ onClose }: { readonly onClose: () => void }) {
  const texts = usePresentTexts();
  const { p, numbers } = texts;
  const presenter = usePresenter();
  const { loaded, open } = useProgramme();
  const { item: pageItem } = usePageItem();
  const shown = useShown();
  const { items, index, item, row, take } = shown;
  const fullScreen = useFullScreen();
  const [list, setList] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const idle = useIdle(dialog, list || presenter.black);
  const sound = useSound();

  const { begin, end, networkBack } = presenter;
  useEffect(() => {
    window.addEventListener("online", networkBack);
    return () => window.removeEventListener("online", networkBack);
  }, [networkBack]);
  const latestPageItem = useRef(pageItem);
  useLayoutEffect(() => {
    latestPageItem.current = pageItem;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    open();
    element?.showModal();
    // Else the first button would be shown as chosen on the wall.
    element?.focus();
    return () => {
      end();
      element?.close();
    };
  }, [open, end]);
  useLayoutEffect(() => {
    if (loaded) begin(latestPageItem.current);
  }, [loaded, begin]);

  const closeList = useCallback(() => {
    setList(false);
    dialog.current?.focus();
  }, []);

  const acts: Readonly<Record<PresenterAction, () => void>> = {
    on: presenter.on,
    back: presenter.back,
    playOrPause: presenter.playOrPause,
    black: presenter.toggleBlack,
    first: presenter.first,
    last: presenter.last,
    list: () => (list ? closeList() : setList(true)),
    fullScreen: fullScreen.toggle,
    start() {
      fullScreen.enter();
      presenter.first();
    },
  };
  usePresenterKeys(dialog, (action) => acts[action]());

  const { voice, model, title } = item === undefined ? noItem : describeItem(item, row);
  const place = items.length > 1 ? p.place(numbers.integer(index + 1), numbers.integer(items.length)) : "";
  const waiting = describeWaiting(shown, sound, texts);
  const edge = presenter.ends === 0 ? "" : index === 0 && items.length > 1 ? p.firstOne : p.lastOne;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only follows the presses of buttons
    <dialog
      ref={dialog}
      className={styles["stage"]}
      aria-labelledby={`${id}-title`}
      aria-description={p.keys(keyNamer(texts.language, "heard"))}
      tabIndex={-1}
      data-idle={idle || undefined}
      onClose={onClose}
      onCancel={(event) => {
        // One Escape leaves one thing: the whole screen first, where the browser hasn't done so itself.
        event.preventDefault();
        if (document.fullscreenElement !== null) leave();
        else if (presenter.black) presenter.toggleBlack();
        else dialog.current?.close();
      }}
      onClick={({ detail, target }) => {
        // After a press of the mouse the keys are the clicker's again, not the pressed button's.
        if (detail > 0 && target instanceof Element && target.closest("[data-control] button") !== null)
          dialog.current?.focus();
      }}
    >
      <h1 id={`${id}-title`} className={styles["hidden"]}>
        {p.title}
      </h1>
      <div className={styles["main"]}>
        <div className={styles["top"]} data-control="">
          <p className={styles["place"]}>{place}</p>
          {fullScreen.refused && (
            <p role="status" className={styles["refused"]}>
              {p.refused}
            </p>
          )}
          <StageButton
            icon="lines"
            label={p.programme}
            keys={ariaKeys("present", "list")}
            pressed={list}
            onClick={acts.list}
          />
          {fullScreen.available && (
            <StageButton
              icon={fullScreen.on ? "window" : "full"}
              label={fullScreen.on ? p.leaveFullScreen : p.fullScreen}
              keys={ariaKeys("present", "fullScreen")}
              onClick={fullScreen.toggle}
            />
          )}
          <StageButton
            icon="close"
            label={p.close}
            keys={ariaKeys("present", "leave")}
            onClick={() => dialog.current?.close()}
          />
        </div>
        <div className={styles["middle"]} key={item?.id}>
          {take === undefined ? <PlainWords text={textOf(shown)} /> : <TakeWords take={take} />}
        </div>
        <StageMessage shown={shown} />
        <div className={styles["bottom"]}>
          <p className={styles["who"]}>
            <b>{voice}</b> <span>{model}</span>
          </p>
          <StageControls shown={shown} />
          <p className={styles["waiting"]} role="status">
            {waiting || edge}
          </p>
        </div>
      </div>
      <Announcer text={loaded ? p.shown(numbers.integer(index + 1), numbers.integer(items.length), title) : ""} />
      {list && <ProgrammePanel shown={shown} onClose={closeList} />}
      {presenter.black && (
        <button type="button" className={styles["black"]} aria-label={p.bringBack} onClick={presenter.toggleBlack} />
      )}
    </dialog>
  );
}

const noItem = { title: "", voice: "", model: "" };

/** The words of what isn't in the player: a script's own, else as much as is known of a take. */
function textOf({ item, row, standing }: Shown): string {
  if (item === undefined || standing === "gone" || standing === "silent" || standing === "unreadable") return "";
  return scriptOf(item)?.text ?? row?.excerpt ?? item.excerpt;
}

/** What is awaited, in words; empty while nothing is. */
function describeWaiting(
  { standing, row, take }: Shown,
  sound: ReturnType<typeof useSound>,
  { t, p, numbers }: PresentTexts,
): string {
  if (standing === "looking") return p.looking;
  if (standing === "under_way" && row?.status === "waiting")
    return row.task?.progress === undefined ? p.task : p.taskAt(numbers.integer(row.task.progress));
  if (take === undefined) return standing === "under_way" ? t.player.connecting : "";
  if (sound?.playback === "blocked") return t.player.blocked;
  if (sound?.playback === "failed") return t.player.undecodable;
  if (sound?.stalled === true) return t.player.stalled;
  return sound?.status === "connecting" ? t.player.connecting : "";
}
