import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { type BlindPlace, type BlindTest, type BlindVerdict, takeAt } from "../../state/compare/blind.ts";
import type { BlindTestsStore } from "../../state/compare/blind-tests.ts";
import type { ComparedListeningStore } from "../../state/compare/compared-listening.ts";
import { Announcer } from "../kit/announcer.tsx";
import { Icon } from "../kit/icon.tsx";
import { Notice } from "../kit/notice.tsx";
import { Segmented } from "../kit/segmented.tsx";
import { takesSpace } from "../player/shortcut-keys.ts";
import { keyNamer } from "../shortcuts/key-namer.ts";
import { type ShortcutIn, shortcutOf, shortcutTable } from "../shortcuts/shortcut-table.ts";
import styles from "./compare.module.css";
import { useCompareTexts } from "./use-compare.ts";

interface BlindRoundProps {
  readonly test: BlindTest;
  readonly store: BlindTestsStore;
  readonly listening: ComparedListeningStore;
}

/** A difference of level that may decide which of two one prefers, in dB. */
const audible = 0.5;
const nothingHeard = { round: -1, places: [] };
const verdicts = ["a", "none", "b"] as const;
const verdictsAsked = { preferA: "a", preferB: "b", none: "none" } as const satisfies Partial<
  Record<ShortcutIn<"blind">, BlindVerdict>
>;

/** One round: A and B, and X where that is asked, under their places' names only. */
export function BlindRound({ test, store, listening }: BlindRoundProps) {
  const { c, numbers, language } = useCompareTexts();
  const { judge, reveal } = useStore(store);
  const playing = useStore(listening, (state) => state.playing);
  const matched = useStore(listening, (state) => state.matched);
  const decibels = useStore(listening, (state) => state.decibels);
  const setMatched = useStore(listening, (state) => state.setMatched);
  const [place, setPlace] = useState<BlindPlace>("a");
  const [said, setSaid] = useState("");
  /** What was heard in which round. */
  const [heard, setHeard] = useState<{ readonly round: number; readonly places: readonly BlindPlace[] }>(nothingHeard);
  const reason = useId();
  const root = useRef<HTMLDivElement>(null);
  const places: readonly BlindPlace[] = test.kind === "abx" ? ["a", "b", "x"] : ["a", "b"];
  const names = test.kind === "abx" ? c.blind.verdictsX : c.blind.verdicts;
  const count = test.rounds.length;
  const [first = 0, second = 0] = test.pair.map((id) => decibels.get(id));
  const unequal = Math.abs(first - second) >= audible;

  useEffect(() => listening.getState().select(takeAt(test, place)), [listening, test, place]);
  useEffect(() => {
    if (!playing) return;
    setHeard(({ round, places: before }) => ({
      round: count,
      places: [...new Set([...(round === count ? before : []), place])],
    }));
  }, [playing, place, count]);
  const unheard = places.filter((each) => heard.round !== count || !heard.places.includes(each));
  useEffect(() => {
    // What is louder seems better. Outside of the test it is as it was.
    const { matched: before } = listening.getState();
    listening.getState().setMatched(true);
    return () => listening.getState().setMatched(before);
  }, [listening]);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);

  const toHear = c.blind.unheard(unheard.map((each) => c.blind.places[each]).join(c.blind.separator));

  function decide(verdict: BlindVerdict): void {
    if (unheard.length > 0) {
      setSaid(toHear);
      return;
    }
    judge(test, verdict);
    setPlace("a");
    listening.getState().seek(0);
    setSaid(c.blind.recorded(numbers.integer(count + 1)));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    const asked = shortcutOf(shortcutTable.blind, event.key);
    const wanted = places.find((each) => each === asked);
    // Arrows between radios choose the next one, as everywhere.
    const isRadio = target instanceof HTMLInputElement && target.type === "radio";
    if (wanted !== undefined) setPlace(wanted);
    else if (asked === "preferA" || asked === "preferB" || asked === "none") {
      if (isRadio) return;
      decide(verdictsAsked[asked]);
    } else if (asked === "playOrPause" && !takesSpace(target)) listening.getState().toggle();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what stands inside
    <div ref={root} className={styles["round"]} onKeyDown={onKeyDown}>
      <div className={styles["bar"]}>
        <h3>{c.blind.round(numbers.integer(count + 1))}</h3>
        <span className={styles["note"]}>{c.blind.countHidden(numbers.integer(count), count === 1)}</span>
      </div>
      <div className={styles["bar"]}>
        <button
          type="button"
          className={styles["play"]}
          aria-label={playing ? c.blind.pause : c.blind.play}
          onClick={() => listening.getState().toggle()}
        >
          <Icon name={playing ? "pause" : "play"} size={1.125} />
        </button>
        <span className={styles["places"]}>
          <Segmented
            label={c.blind.place}
            value={place}
            options={places.map((value) => ({ value, label: c.blind.places[value] }))}
            onChange={setPlace}
          />
        </span>
        <label className={styles["check"]}>
          <input type="checkbox" checked={matched} onChange={({ target }) => setMatched(target.checked)} />
          {c.listen.match}
        </label>
      </div>
      {unequal && !matched && <Notice tone="warn">{c.blind.unmatched}</Notice>}
      <div className={styles["verdicts"]}>
        {verdicts.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className={styles["button"]}
            aria-disabled={unheard.length > 0 || undefined}
            aria-describedby={unheard.length > 0 ? reason : undefined}
            onClick={() => decide(verdict)}
          >
            {names[verdict]}
          </button>
        ))}
      </div>
      {unheard.length > 0 && (
        <p id={reason} className={styles["note"]}>
          {toHear}
        </p>
      )}
      <p className={styles["note"]}>{(test.kind === "abx" ? c.blind.withX.keys : c.blind.keys)(keyNamer(language))}</p>
      <p className={styles["note"]}>{c.blind.hidden}</p>
      <button
        type="button"
        className={styles["button"]}
        disabled={count === 0}
        onClick={() => {
          listening.getState().pause();
          reveal(test);
        }}
      >
        {c.blind.reveal}
      </button>
      <Announcer text={said} />
    </div>
  );
}
