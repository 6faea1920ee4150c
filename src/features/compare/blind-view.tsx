import { type KeyboardEvent, type ReactNode, useMemo } from "react";
import { useStore } from "zustand";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { blindKinds } from "./blind-kinds.ts";
import { pairOf, pairsOf } from "./blind-pairs.ts";
import { BlindResult } from "./blind-result.tsx";
import { BlindRound } from "./blind-round.tsx";
import { blindTestsOf, findBlindTest } from "./blind-tests.ts";
import styles from "./compare.module.css";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { compareMessages } from "./messages/index.ts";
import { shortNameOf, useChoice } from "./use-compare.ts";
import { useDistinctions, useNames } from "./use-distinctions.ts";

interface BlindViewProps {
  readonly takes: readonly TakeRow[];
  readonly listening: ComparedListeningStore;
  /** What stands in front of its own choices, in one line with them. */
  readonly lead?: ReactNode;
}

/** Two takes are judged without knowing which is which. */
export function BlindView({ takes, listening, lead }: BlindViewProps) {
  const texts = useHistoryTexts(compareMessages);
  const wholeName = useNames(takes);
  const distinctionOf = useDistinctions(takes);
  const { messages } = texts;
  const store = blindTestsOf(usePlayground());
  const { tests, begin } = useStore(store);
  const kind = useChoice((choice) => choice.blindKind);
  const ask = useChoice((choice) => choice.ask);
  const wanted = useChoice((choice) => choice.blindPair);
  const choosePair = useChoice((choice) => choice.choosePair);
  const pairs = useMemo(() => pairsOf(takes), [takes]);
  const pair = pairOf(pairs, wanted);
  if (pair === undefined)
    return (
      <>
        <div className={styles["bar"]}>{lead}</div>
        <p className="quiet">{messages.blind.needTwo}</p>
      </>
    );
  const key = { kind, pair, venue: "board" } as const;
  const test = findBlindTest(tests, key);
  const nameOf = (id: string) => {
    const at = takes.findIndex((row) => row.id === id);
    const row = takes[at];
    return row === undefined ? id : shortNameOf(row, at + 1, texts, distinctionOf(row));
  };
  const wholeNameOf = (id: string) => {
    const row = takes.find((each) => each.id === id);
    return row === undefined ? id : wholeName(row);
  };
  const running = test !== undefined && !test.revealed;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that reach it belong to nothing of the player
    <div
      className={styles["blind"]}
      onKeyDown={(event: KeyboardEvent) => {
        if (running && event.key === "Escape") event.stopPropagation();
      }}
    >
      <div className={styles["bar"]} data-control="">
        {lead}
        <Segmented
          label={messages.blind.kind}
          value={kind}
          options={optionsOf(blindKinds, messages.blind.kinds, messages.blind.kindsAbout)}
          onChange={ask}
          small
        />
        {pairs.length > 1 && (
          <label className="line">
            <span className="quiet">{messages.blind.pair}</span>
            <Select
              value={pairs.indexOf(pair)}
              disabled={running}
              onChange={({ target }) => choosePair(pairs[Number(target.value)])}
            >
              <Options
                of={pairs}
                value={(each) => pairs.indexOf(each)}
                label={([one, other]) => `${nameOf(one)} – ${nameOf(other)}`}
              />
            </Select>
          </label>
        )}
        {!running && (
          <Button
            look="main"
            onClick={() => {
              listening.getState().pause();
              listening.getState().setLoop(undefined);
              listening.getState().seek(0);
              begin(key);
            }}
          >
            {test === undefined ? messages.blind.start : messages.blind.again}
          </Button>
        )}
      </div>
      {test === undefined ? (
        <p className={styles["question"]}>{messages.blind.kindsAbout[kind]}</p>
      ) : running ? (
        <BlindRound key={`${kind} ${pair.join(" ")}`} test={test} store={store} listening={listening} />
      ) : (
        <BlindResult test={test} nameOf={nameOf} wholeNameOf={wholeNameOf} />
      )}
    </div>
  );
}
