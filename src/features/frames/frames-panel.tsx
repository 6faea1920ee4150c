import { useCallback, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { checkOrder } from "../../core/exchanges/check-order.ts";
import { type FrameFilter, frameFilters, isShown, toFrameRows } from "../../core/exchanges/frame-rows.ts";
import { usePlayground, useSoundOf, useTexts, useToldTake } from "../../core/page/playground-context.ts";
import type { Take } from "../../core/takes/take.ts";
import { useDetails, useLibrary } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { answersAbout } from "../../core/tasks/polls.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { exportFrames } from "./export-frames.ts";
import { FrameDetails } from "./frame-details.tsx";
import { FrameList } from "./frame-list.tsx";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";
import { OrderVerdict } from "./order-verdict.tsx";
import { Waterfall } from "./waterfall.tsx";
import { deriveWaterfall } from "./waterfall-layout.ts";

/** Everything that went over the line for the take that failed last or is in the player, on one line of time. */
export function FramesPanel() {
  const { messages } = useTexts(framesMessages);
  const take = useToldTake();
  const actions = useTakeActions();
  const latest = useLibrary().rows[0]?.id;
  if (take !== undefined) return <Frames key={take.id} take={take} />;
  return (
    <EmptyState
      icon="exchange"
      title={messages.empty.title}
      text={messages.empty.text}
      steps={
        latest === undefined
          ? []
          : [
              {
                label: messages.latest,
                act: () => actions.open(latest, false),
              },
            ]
      }
    />
  );
}

function Frames({ take }: { readonly take: Take }) {
  const { messages } = useTexts(framesMessages);
  const sound = useSoundOf(take);
  const live = useLog(take);
  const [held, setHeld] = useState<typeof live>();
  const log = useDeferredValue(held ?? live);
  const [filter, setFilter] = useState<FrameFilter>("all");
  const [chosen, setChosen] = useState<number>();
  const row = useLibrary().rows.find(({ id }) => id === take.id);
  const details = useDetails(row);
  // What was asked about a task came behind the answer that made it.
  const later = useMemo(() => answersAbout(details?.task), [details]);
  const rows = useMemo(() => toFrameRows([...log.entries, ...later]), [log, later]);
  const shown = useMemo(() => rows.filter((row) => isShown(row, filter)), [rows, filter]);
  const over = useStore(usePlayground().takes, ({ live: underWay }) => !underWay.has(take.id));
  // What isn't kept of a take of an earlier version isn't missing.
  const isWhole = over && log.dropped === 0;
  const findings = useMemo(() => checkOrder(rows, isWhole), [rows, isWhole]);
  const remarked = useMemo(() => new Set(findings?.flatMap(({ row }) => row ?? [])), [findings]);
  const figures = sound?.figures;
  const layout = useMemo(() => (figures === undefined ? undefined : deriveWaterfall(rows, figures)), [rows, figures]);
  useEffect(() => {
    // A line that the filter hides can't be the one that is looked at.
    setChosen((index) => (shown.some((row) => row.index === index) ? index : undefined));
  }, [shown]);

  if (rows.length === 0 && over) return <EmptyState icon="exchange" title={messages.nothing} />;
  const { model, voice, voices, request } = take;
  return (
    <div className="fill">
      <div className="top" role="toolbar" aria-label={messages.toolbar}>
        <Segmented
          label={messages.filter}
          value={filter}
          options={optionsOf(frameFilters, messages.filters)}
          onChange={setFilter}
        />
        {findings !== undefined && <OrderVerdict findings={findings} over={isWhole} onChoose={setChosen} />}
        <span className="grow" />
        <IconButton
          icon={held === undefined ? "pause" : "play"}
          label={held === undefined ? messages.pause : messages.resume}
          data-on={held !== undefined || undefined}
          onClick={() => setHeld(held === undefined ? live : undefined)}
        />
        <IconButton
          icon="download"
          label={messages.export}
          onClick={() =>
            saveFile(
              new Blob(
                [
                  exportFrames(
                    {
                      ...{ take: take.id, model: model.id, voice, voices, path: request.path },
                      notKept: log.dropped || undefined,
                    },
                    shown,
                  ),
                ],
                { type: "application/json" },
              ),
              `frames ${take.id}.json`,
            )
          }
        />
      </div>
      {layout !== undefined && <Waterfall layout={layout} chosen={chosen} />}
      <div className={styles["split"]}>
        <div className={styles["left"]}>
          <div className={styles["columns"]} aria-hidden="true">
            <span>{messages.columns.at}</span>
            <span>{messages.columns.after}</span>
            <span />
            <span />
            <span>{messages.columns.size}</span>
            <span title={messages.columns.received}>{messages.columns.received}</span>
          </div>
          <FrameList rows={shown} chosen={chosen} remarked={remarked} onChoose={setChosen} />
          {log.dropped > 0 && <p className={styles["dropped"]}>{messages.dropped(log.dropped)}</p>}
        </div>
        <section className={styles["right"]} aria-label={messages.details.label}>
          <FrameDetails row={chosen === undefined ? undefined : rows[chosen]} />
        </section>
      </div>
    </div>
  );
}

/** What happened to a take's request so far. It is looked at once a frame at most, however fast things happen. */
function useLog(take: Take) {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | undefined;
      const unsubscribe = take.log.subscribe(() => {
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          listener();
        });
      });
      return () => {
        unsubscribe();
        if (frame !== undefined) cancelAnimationFrame(frame);
      };
    },
    [take],
  );
  return useSyncExternalStore(subscribe, take.log.getSnapshot);
}
