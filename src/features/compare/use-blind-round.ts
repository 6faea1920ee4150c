import { type RefObject, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type ShortcutIn, shortcutTable, singleOf } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters, takesSpace } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import {
  type BlindHands,
  type BlindPlace,
  type BlindTest,
  type BlindVerdict,
  placesOf,
  takeAt,
  unheardOf,
} from "./blind.ts";
import type { BlindTestsStore } from "./blind-tests.ts";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { useLook } from "./look.ts";
import { compareMessages } from "./messages/index.ts";
import { playFromStart } from "./play-from-start.ts";

export interface BlindRoundParts {
  readonly test: BlindTest;
  readonly store: BlindTestsStore;
  readonly listening: ComparedListeningStore;
}

const verdictsAsked = { preferA: "a", preferB: "b", none: "none" } as const satisfies Partial<
  Record<ShortcutIn<"blind">, BlindVerdict>
>;

/**
 * Runs a round of a blind test; on the board with its keys, while the focus is in `root`. Before a room, keys are the
 * stage's.
 */
export function useBlindRound({ test, store, listening }: BlindRoundParts, root: RefObject<HTMLElement | null>) {
  const { messages } = useHistoryTexts(compareMessages);
  const { large } = useLook();
  const playing = useStore(listening, (state) => state.playing);
  const active = useStore(listening, (state) => state.active);
  /** What was done last, for who hears the page. */
  const [said, setSaid] = useState("");
  const count = test.rounds.length;
  /** The round in which somebody was too early. */
  const [hastyIn, setHastyIn] = useState(-1);
  const { place } = test;
  const places = placesOf(test);
  const unheard = unheardOf(test);

  useEffect(() => listening.getState().select(takeAt(test, place)), [listening, test, place]);
  useEffect(() => {
    if (playing && active === takeAt(test, place)) store.getState().hear(test);
  }, [playing, active, store, test, place]);
  useEffect(() => {
    // What is louder seems better. Outside of the test it is as it was.
    const { matched: before } = listening.getState();
    listening.getState().setMatched(true);
    return () => listening.getState().setMatched(before);
  }, [listening]);

  const list = unheard.map((each) => messages.blind.places[each]).join(messages.blind.separator);
  /** What is still to be heard before a verdict counts, in words; empty once everything was. */
  const toHear = list === "" ? "" : messages.blind.unheard(list);

  function turnTo(next: BlindPlace): void {
    if (large) turnToPlace({ test, store, listening }, next);
    else store.getState().turnTo(test, next);
  }

  function decide(verdict: BlindVerdict, hands?: BlindHands): void {
    if (toHear !== "") {
      setSaid(toHear);
      setHastyIn(count);
      return;
    }
    store.getState().judge(test, verdict, hands);
    // The next round begins where both begin, and in silence: somebody may still speak of this one.
    if (large) listening.getState().pause();
    listening.getState().seek(0);
    setSaid(messages.blind.recorded(count + 1));
  }

  function reveal(): void {
    listening.getState().pause();
    store.getState().reveal(test);
  }

  /** What a key asks for; undefined where it belongs to something else. */
  function actOf(event: KeyboardEvent, target: Element): (() => void) | undefined {
    const asked = singleOf(shortcutTable.blind, event);
    const wanted = places.find((each) => each === asked);
    if (wanted !== undefined) return () => turnTo(wanted);
    if (asked === "preferA" || asked === "preferB" || asked === "none") {
      // Arrows between radios choose the next one, as everywhere.
      const isRadio = target instanceof HTMLInputElement && target.type === "radio";
      return isRadio ? undefined : () => decide(verdictsAsked[asked]);
    }
    if (asked === "playOrPause" && !takesSpace(target)) return listening.getState().toggle;
    return undefined;
  }

  const onKey = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!(target instanceof Element) || takesLetters(target)) return;
    if (root.current?.contains(target) !== true) return;
    const act = actOf(event, target);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  useWindowKeys(!large, onKey, true);

  const hasty = hastyIn === count && toHear !== "";
  return { places, toHear, hasty, said, turnTo, decide, reveal };
}

/** Goes over to a place before a room, which wants to hear what was chosen, not to see that it was. */
export function turnToPlace({ test, store, listening }: BlindRoundParts, place: BlindPlace): void {
  store.getState().turnTo(test, place);
  const { playing, select } = listening.getState();
  if (playing) select(takeAt(test, place));
  else playFromStart(listening, takeAt(test, place));
}
