import { useMemo, useRef, useState } from "react";
import { attempt } from "../../core/page/attempt.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { useOffers } from "../../core/takes/offers.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { AnswerView } from "./answer-view.tsx";
import { pairOf, pairsOf } from "./blind-pairs.ts";
import { BlindView } from "./blind-view.tsx";
import { compareViews, mostCompared } from "./choice.ts";
import styles from "./compare.module.css";
import { ListenView } from "./listen-view.tsx";
import { compareMessages } from "./messages/index.ts";
import { RequestView } from "./request-view.tsx";
import { TakePicker } from "./take-picker.tsx";
import { useChoice } from "./use-compare.ts";
import { useCompareKeys } from "./use-compare-keys.ts";
import { useAnalyses, useListening } from "./use-listening.ts";

/** Takes against each other: heard at the same moment, seen on one axis, read field by field, judged blindly. */
export function ComparePanel() {
  const { messages } = useHistoryTexts(compareMessages);
  const { rows } = useLibrary();
  const chosen = useChoice((choice) => choice.chosen);
  const add = useChoice((choice) => choice.add);
  const [picking, setPicking] = useState(false);
  const takes = useMemo(() => chosen.flatMap((id) => rows.find((row) => row.id === id) ?? []), [chosen, rows]);
  // Of what failed there is nothing to hear; it can still be added, for its request and its answer.
  const latest = rows.filter(({ sound }) => sound !== "none" && sound !== "removed").slice(0, 2);
  return (
    <div className={styles["compare"]}>
      {takes.length === 0 && !picking ? (
        <EmptyState
          icon="compare"
          title={messages.empty.title}
          text={messages.empty.text}
          steps={[
            ...(latest.length === 2
              ? [{ label: messages.empty.latest, act: () => add(...latest.map(({ id }) => id)) }]
              : []),
            ...(rows.length > 0 ? [{ label: messages.add, act: () => setPicking(true) }] : []),
          ]}
        />
      ) : (
        <>
          {takes.length > 0 && <Compared takes={takes} picking={picking} onPick={setPicking} />}
          {takes.length === 0 && <TakePicker takes={takes} onDone={() => setPicking(false)} />}
        </>
      )}
    </div>
  );
}

interface ComparedProps {
  readonly takes: readonly TakeRow[];
  readonly picking: boolean;
  readonly onPick: (picking: boolean) => void;
}

function Compared({ takes, picking, onPick }: ComparedProps) {
  const { messages, page } = useHistoryTexts(compareMessages);
  const view = useChoice((choice) => choice.view);
  const show = useChoice((choice) => choice.show);
  const analyses = useAnalyses(takes);
  const listening = useListening(takes);
  const root = useRef<HTMLDivElement>(null);
  const wanted = useChoice((choice) => choice.blindPair);
  const question = useChoice((choice) => choice.blindKind);
  const playground = usePlayground();
  const { presentTogether } = useOffers();
  const [added, setAdded] = useState<number>();
  useCompareKeys(root, listening, takes, view === "listen");
  const heard = view === "listen" || view === "blind";
  function present(where: "programme" | "stage"): void {
    const pair = pairOf(pairsOf(takes), wanted);
    const rows = view === "blind" ? takes.filter(({ id }) => pair?.includes(id) === true) : takes;
    const kind = view === "blind" ? question : "comparison";
    if (view === "blind" && pair === undefined) return;
    listening.getState().pause();
    attempt(playground, async () => {
      const place = await presentTogether?.(playground, kind, rows, where);
      setAdded(where === "programme" ? place : undefined);
    });
  }
  const views = (
    <div ref={toShownView} className={styles["bar"]}>
      <Segmented
        label={messages.viewsLabel}
        value={view}
        options={optionsOf(compareViews, messages.views)}
        onChange={show}
        small
      />
      {heard && presentTogether !== undefined && (
        <>
          <Button aria-haspopup="dialog" onClick={() => present("stage")}>
            <Icon name="present" size={1} />
            {messages.stage.open}
          </Button>
          <IconButton icon="lines" label={messages.stage.add} onClick={() => present("programme")} />
        </>
      )}
      {(picking || takes.length < mostCompared) && (
        <Button ref={toShownView} data-picks="" aria-expanded={picking} onClick={() => onPick(!picking)}>
          <Icon name={picking ? "check" : "plus"} size={1} />
          {picking ? page.words.done : messages.add}
        </Button>
      )}
      <small role="status">{added !== undefined && messages.stage.added(added)}</small>
      {takes.length === mostCompared && <small>{messages.full}</small>}
    </div>
  );
  return (
    // A press on what can't have the focus, in Safari on any button, leaves it here: the keys go on working.
    <div ref={root} className={styles["compared"]} tabIndex={-1}>
      {view !== "blind" && view !== "listen" && views}
      {view === "listen" && (
        <ListenView takes={takes} analyses={analyses} listening={listening} lead={views}>
          {picking && <TakePicker takes={takes} onDone={() => onPick(false)} />}
          {takes.length === 1 && <p className="quiet">{messages.one}</p>}
        </ListenView>
      )}
      {view !== "listen" && picking && <TakePicker takes={takes} onDone={() => onPick(false)} />}
      {view === "blind" && <BlindView takes={takes} listening={listening} lead={views} />}
      {view === "request" && <RequestView takes={takes} />}
      {view === "answer" && <AnswerView takes={takes} />}
    </div>
  );
}
