import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { isSounding, isUnderWay } from "../../../audio/session/session-state.ts";
import { usePlayground, useSettings } from "../../../core/page/playground-context.ts";
import { type ProgrammeItem, takeOf } from "../../../core/programme/programme-item.ts";
import { ariaKeys } from "../../../core/shortcuts/aria-keys.ts";
import { keyNamer } from "../../../core/shortcuts/key-namer.ts";
import { StageButton } from "../../../core/stage/stage-button.tsx";
import type { TakeLibrary } from "../../../core/takes/library.ts";
import type { Take } from "../../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../../core/takes/use-history.ts";
import { Status } from "../../../kit/status.tsx";
import { describeItem, describeState, wordsOf } from "../describe-item.ts";
import { type PresentTexts, presentMessages } from "../messages/index.ts";
import { playabilityOfItem } from "../playability.ts";
import styles from "../present.module.css";
import type { Presenter } from "../presenter-state.ts";
import { presenterOf } from "../presenter-store.ts";
import type { Shown } from "../use-presenter.ts";
import type { ItemCard, Moment, PresenterAct } from "./messages.ts";
import { stageLinkOf } from "./stage-link.ts";

/** How often it is looked what is left of the sound, in milliseconds. */
const lookInterval = 250;
/** The most of an item's words that leave for the window, in UTF-16 units: nobody reads more there. */
const mostWords = 10_000;

interface StageWindowProps {
  readonly shown: Shown;
  /** Such as `3 of 8`. */
  readonly place: string;
  readonly black: boolean;
  /** What the stage says beside the words is read from it. */
  readonly stage: RefObject<HTMLElement | null>;
  /** Whether the browser blocked the window. */
  readonly blocked: boolean;
  readonly onOpen: () => void;
  readonly onAct: (act: FarAct) => void;
}

/** What is done in the window, and happens here. */
export type FarAct = Exclude<PresenterAct, { readonly type: "items" }>;

/** Opens the presenter's window, and tells it all that it shows. */
export function StageWindow({ shown, place, black, stage, blocked, onOpen, onAct }: StageWindowProps) {
  const texts = useHistoryTexts(presentMessages);
  const { messages, language } = texts;
  const playground = usePlayground();
  const link = stageLinkOf(playground);
  const { scheme, single } = useSettings((settings) => ({ scheme: settings.scheme, single: settings.stageKeys }));
  useLibrary();
  const { items, index, item, take } = shown;
  const hear = useEffectEvent((act: PresenterAct) => {
    if (act.type !== "items") onAct(act);
    else
      link.list(
        items.map((each) => ({
          id: each.id,
          ...inWords(each, playground.library, texts),
          shown: each.id === item?.id,
        })),
      );
  });
  const look = useEffectEvent(() => {
    if (link.isOpen()) link.tell(momentOf(take, presenterOf(playground).getState().moment(), stage.current));
  });
  useLayoutEffect(() => link.enter((act) => hear(act)), [link]);
  const isRehearsal = useStore(presenterOf(playground), ({ rehearsed }) => rehearsed !== undefined);
  useEffect(() => (isRehearsal ? () => link.beginAnew() : undefined), [isRehearsal, link]);
  useEffect(() => {
    const next = items[index + 1];
    link.show({
      type: "shown",
      ...{ language, scheme, single, place, black },
      began: link.began(),
      now: item && cardOf(item, playground.library, texts, take),
      next: next && cardOf(next, playground.library, texts),
    });
  });
  useEffect(() => {
    const timer = setInterval(() => look(), lookInterval);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Status className="quiet">{blocked && messages.window.blocked(keyNamer(language)("present", "window"))}</Status>
      <StageButton
        icon="present"
        className={styles["window"]}
        label={messages.window.title}
        aria-keyshortcuts={ariaKeys("present", "window")}
        onClick={onOpen}
      />
    </>
  );
}

/** What an item is called, and what is to know of it in one line. */
function inWords(item: ProgrammeItem, library: TakeLibrary, texts: PresentTexts): Pick<ItemCard, "title" | "about"> {
  const row = library.row(takeOf(item) ?? "");
  const { title, voice, model } = describeItem(item, row?.deleted === undefined ? row : undefined, texts);
  const kind = texts.messages.kinds[item.kind];
  const state = describeState(playabilityOfItem(item, row, library.getSnapshot().loaded), row, texts.messages);
  return { title: title || kind, about: [kind, voice, model, state].filter(Boolean).join(" · ") };
}

function cardOf(item: ProgrammeItem, library: TakeLibrary, texts: PresentTexts, take?: Take): ItemCard {
  const row = library.row(takeOf(item) ?? "");
  const there = row?.deleted === undefined ? row : undefined;
  return {
    ...inWords(item, library, texts),
    words: (take?.text ?? wordsOf(item, there)).trim().slice(0, mostWords),
    notes: item.notes ?? "",
  };
}

type OwnMoment = ReturnType<Presenter["moment"]>;

/** @param own what sounds of an item that plays by itself. */
function momentOf(take: Take | undefined, own: OwnMoment, stage: HTMLElement | null): Moment {
  const said = [...(stage?.querySelectorAll("[data-said]") ?? [])].map(textTold);
  const { playing, left } = own ?? momentOfTake(take);
  return {
    type: "moment",
    playing,
    ...(left === undefined ? {} : { left: Math.max(0, Math.ceil(left)) }),
    note: said.filter(Boolean).join(" "),
  };
}

function momentOfTake(take: Take | undefined): NonNullable<OwnMoment> {
  const snapshot = take?.session.getSnapshot();
  const status = snapshot?.state.playback.status;
  const duration = snapshot === undefined || isUnderWay(snapshot.state) ? undefined : snapshot.duration;
  return {
    playing: isSounding(status),
    left: duration === undefined ? undefined : duration - (take?.session.position() ?? 0),
  };
}

/** The text of a part of the page as a screen reader has it: seconds that are counted would be told each time. */
export function textTold(part: Element): string {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest("[aria-hidden=true]") == null) text += node.textContent;
  return text.replaceAll(/\s+/g, " ").trim();
}
