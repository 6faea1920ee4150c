import { useEffect } from "react";
import { useStore } from "zustand";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { StageComparisonProps } from "../../core/stage/stage-acts.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { type BlindVenue, placesOf, unheardOf } from "./blind.ts";
import type { BlindKind } from "./blind-kinds.ts";
import { BlindResult } from "./blind-result.tsx";
import { BlindRound } from "./blind-round.tsx";
import { type BlindTestKey, type BlindTestsStore, blindTestsOf, findBlindTest } from "./blind-tests.ts";
import styles from "./compare.module.css";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { compareMessages } from "./messages/index.ts";
import { StageQuestion } from "./stage-question.tsx";
import { turnToPlace } from "./use-blind-round.ts";
import { useNames, useShortNames } from "./use-distinctions.ts";

interface BlindStageProps {
  readonly takes: readonly TakeRow[];
  readonly kind: BlindKind;
  readonly venue: BlindVenue;
  readonly listening: ComparedListeningStore;
  readonly onActs: StageComparisonProps["onActs"];
}

/** Two takes are judged by a room that doesn't know which is which. */
export function BlindStage({ takes, kind, venue, listening, onActs }: BlindStageProps) {
  const { messages } = useHistoryTexts(compareMessages);
  const short = useShortNames(takes);
  const wholeName = useNames(takes);
  const store = blindTestsOf(usePlayground());
  const { tests, begin } = useStore(store);
  const [first = "", second = ""] = takes.map(({ id }) => id);
  const key: BlindTestKey = { kind, pair: [first, second], venue };
  const test = findBlindTest(tests, key);
  useBlindActs({ ...key, store, listening, onActs });
  const rowOf = (id: string) => takes.find((row) => row.id === id);
  const named = (id: string, name: (row: TakeRow) => string) => {
    const row = rowOf(id);
    return row === undefined ? id : name(row);
  };
  return (
    <div className={styles["blind"]} data-still={test === undefined || undefined}>
      <StageQuestion words={short.words} />
      {test === undefined ? (
        <p className="quiet">{messages.blind.kindsAbout[kind]}</p>
      ) : test.revealed ? (
        <BlindResult test={test} nameOf={(id) => named(id, short.nameOf)} wholeNameOf={(id) => named(id, wholeName)} />
      ) : (
        <BlindRound key={test.pair.join(" ")} test={test} store={store} listening={listening} />
      )}
      {(test === undefined || test.revealed) && (
        <div className={styles["bar"]} data-control="">
          <Button
            look="main"
            onClick={() => {
              restart(listening);
              begin(key);
            }}
          >
            {test === undefined ? messages.blind.start : messages.blind.again}
          </Button>
        </div>
      )}
    </div>
  );
}

function restart(listening: ComparedListeningStore): void {
  const { pause, seek } = listening.getState();
  pause();
  seek(0);
}

interface BlindActs extends BlindTestKey {
  readonly store: BlindTestsStore;
  readonly listening: ComparedListeningStore;
  readonly onActs: StageComparisonProps["onActs"];
}

/** One press after the other: each place, then what it was. Numbers go over to a place; 0 ends the test. */
function useBlindActs({ pair: [first, second], kind, venue, store, listening, onActs }: BlindActs): void {
  useEffect(() => {
    const key: BlindTestKey = { kind, pair: [first, second], venue };
    const find = () => findBlindTest(store.getState().tests, key);
    function hear(number: number): boolean {
      const test = find();
      const place = test === undefined || test.revealed ? undefined : placesOf(test)[number];
      if (test === undefined || place === undefined) return false;
      turnToPlace({ test, store, listening }, place);
      return true;
    }
    function reveal(): void {
      const test = find();
      if (test === undefined) return;
      listening.getState().pause();
      store.getState().reveal(test);
    }
    onActs({
      on() {
        if (find() === undefined) store.getState().begin(key);
        const test = find();
        if (test === undefined || test.revealed) return false;
        // Nothing may be judged that can't be heard, and nobody stands before it for good.
        if (test.pair.some(listening.getState().isSilent)) return false;
        const [next] = unheardOf(test);
        if (next === undefined) reveal();
        else hear(placesOf(test).indexOf(next));
        return true;
      },
      back() {
        const test = find();
        return test !== undefined && test.heard.length > 0 && hear(placesOf(test).indexOf(test.place) - 1);
      },
      playOrPause: () => listening.getState().toggle(),
      choose(number) {
        if (number > 0) hear(number - 1);
        // As the button: before that there is nothing to show but the names.
        else if ((find()?.rounds.length ?? 0) > 0) reveal();
      },
      anew() {
        restart(listening);
        store.getState().restart(key);
      },
      pause: () => listening.getState().pause(),
      moment: () => listening.getState().moment(),
    });
    return () => onActs(undefined);
  }, [first, second, kind, venue, store, listening, onActs]);
}
