import { useMemo, useRef, useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { AnswerView } from "./answer-view.tsx";
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

// Most comparing is done by one person.
const CompareStage = lazyWithRetry(() => import("./compare-stage.tsx"), null);

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
  const { messages } = useHistoryTexts(compareMessages);
  const view = useChoice((choice) => choice.view);
  const show = useChoice((choice) => choice.show);
  const analyses = useAnalyses(takes);
  const listening = useListening(takes);
  const root = useRef<HTMLDivElement>(null);
  const [onStage, setOnStage] = useState(false);
  useCompareKeys(root, listening, takes, view === "listen", onStage);
  const heard = view === "listen" || view === "blind";
  const views = (
    <div className={styles["bar"]}>
      <Segmented
        label={messages.viewsLabel}
        value={view}
        options={compareViews.map((value) => ({ value, label: messages.views[value] }))}
        onChange={show}
        small
      />
      {heard && (
        <Button aria-haspopup="dialog" onClick={() => setOnStage(true)}>
          <Icon name="present" size={1} />
          {messages.stage.open}
        </Button>
      )}
      {takes.length < mostCompared && (
        <Button aria-expanded={picking} onClick={() => onPick(!picking)}>
          <Icon name={picking ? "check" : "plus"} size={1} />
          {picking ? messages.done : messages.add}
        </Button>
      )}
      {takes.length === mostCompared && <small>{messages.full}</small>}
    </div>
  );
  return (
    <div ref={root} className={styles["compared"]}>
      {view !== "blind" && view !== "listen" && views}
      {view === "listen" && !onStage && (
        <ListenView takes={takes} analyses={analyses} listening={listening} lead={views}>
          {picking && <TakePicker takes={takes} onDone={() => onPick(false)} />}
          {takes.length === 1 && <p className={styles["note"]}>{messages.one}</p>}
        </ListenView>
      )}
      {view !== "listen" && picking && <TakePicker takes={takes} onDone={() => onPick(false)} />}
      {view === "blind" && <BlindView takes={takes} listening={listening} lead={views} />}
      {view === "request" && <RequestView takes={takes} />}
      {view === "answer" && <AnswerView takes={takes} />}
      {onStage && (
        <CompareStage takes={takes} analyses={analyses} listening={listening} onClose={() => setOnStage(false)} />
      )}
    </div>
  );
}
