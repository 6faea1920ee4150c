import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { chosenModel } from "../../contract/models/index.ts";
import { configAt } from "../../contract/playground.ts";
import { isPaidByAudio } from "../../contract/prices.ts";
import { useConfig, usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import { usePresented } from "../../core/programme/use-presented.ts";
import { useUnlistedQuestion } from "../../core/submit/use-unlisted-question.tsx";
import { secondsLeft } from "../../core/submit/wait-remedy.tsx";
import { useNow } from "../../core/takes/age.ts";
import { ConfirmDialog, type Question } from "../../core/takes/confirm-dialog.tsx";
import { useOffers } from "../../core/takes/offers.ts";
import { isSilent, type TakeRow } from "../../core/takes/take.ts";
import { UndoBar, useUndo } from "../../core/takes/undo-bar.tsx";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { toFirstButton, toShownView } from "../../kit/focus-after.ts";
import { saveFile } from "../../kit/save-file.ts";
import { Options, Select } from "../../kit/select.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import styles from "./batch.module.css";
import { batchesOf, serviceOfBatch } from "./batches.ts";
import { CellGrid } from "./cell-grid.tsx";
import { type CellOrder, needsMeasures, sortCells } from "./cell-state.ts";
import { type Batch, parallels } from "./design.ts";
import { batchMessages } from "./messages/index.ts";
import { type ShownCell, useCells } from "./use-cells.ts";
import { writeSuite } from "./write-suite.ts";

/** A batch that was made: how far it is, and its cells to listen through. */
export function BatchView({ batch }: { readonly batch: Batch }) {
  const { messages, page, takes, numbers } = useHistoryTexts(batchMessages);
  const playground = usePlayground();
  const { wallClock } = playground;
  const store = batchesOf(playground);
  const { running, elsewhere, start, stop, measure, repeat, remove, setParallel } = useStore(store);
  const config = useConfig().data;
  const asked = config && configAt(config, serviceOfBatch(batch, playground) ?? config.name);
  const embedded = asked?.service === "embedded";
  const others = (config?.services ?? []).filter(({ name }) => name !== asked?.name);
  const cells = useCells(batch);
  const [order, setOrder] = useState<CellOrder>({ figure: undefined, descending: false });
  const [question, setQuestion] = useState<Question>();
  const unlisted = useUnlistedQuestion();
  const [leaving, setLeaving] = useState<readonly TakeRow[]>();
  const sorted = useMemo(() => sortCells(cells, order), [cells, order]);
  const playOn = usePlayOn(sorted);
  const now = useNow(1_000);
  const undo = useUndo();
  const { present } = usePresented(false, undo.offer);
  const offers = useOffers();
  const { Export } = offers;

  const { id, design } = batch;
  const model = chosenModel(design.model);
  const columns = { way: design.ways.length > 1, fields: design.fields.map(({ key }) => key) };
  const run = running.get(id);
  const of = (...statuses: readonly string[]) => cells.filter(({ status }) => statuses.includes(status));
  const [waiting, failed, unknown, gone] = [of("waiting"), of("failed"), of("unknown"), of("gone")];
  const over = cells.length - waiting.length - of("running").length;
  const rows = sorted.flatMap(({ row }) => row ?? []);
  const heard = rows.filter((row) => !isSilent(row));
  const twins = useTwins(batch).slice(0, offers.compare?.most ?? 0);
  const actions = useTakeActions();
  const unmeasured = running.size === 0 && rows.some(needsMeasures);
  useEffect(() => {
    if (unmeasured) void measure(id);
  }, [unmeasured, measure, id]);
  const progress = [
    messages.progress(of("done").length, cells.length),
    failed.length > 0 ? messages.counts.failed(failed.length) : "",
    unknown.length > 0 ? messages.counts.unknown(unknown.length) : "",
    gone.length > 0 ? messages.counts.gone(gone.length) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const { pausedUntil = 0 } = run ?? {};
  const pause = secondsLeft(pausedUntil, now);
  const wholePause = useMemo(() => secondsLeft(pausedUntil, wallClock()), [pausedUntil, wallClock]);
  const isPaused = pause > 0 && run?.stopping === false;

  /** All of it once more at another service, and side by side with what came here. */
  function alsoAt(service: string): void {
    const begin = (): void => {
      const made = store.getState().createAt(id, service);
      if (made !== undefined) void start(made);
    };
    if (config !== undefined && configAt(config, service).service === "embedded" && !isPaidByAudio(model)) begin();
    else {
      const title = messages.repeatTitle(cells.length, service);
      setQuestion({ title, text: <p>{messages.alsoText}</p>, confirm: messages.also(service), act: begin });
    }
  }

  function askRepeat(again: readonly (typeof cells)[number][]): void {
    const act = () =>
      void repeat(
        id,
        again.map(({ index }) => index),
      );
    const charged = !embedded || isPaidByAudio(model) || again.some(({ status }) => status === "unknown");
    if (!charged) act();
    else {
      const title = messages.repeatTitle(again.length, config?.services && asked?.name);
      setQuestion({ title, text: <p>{messages.repeatText}</p>, confirm: messages.repeat, act });
    }
  }

  return (
    <div ref={toShownView} className="fill">
      <div className={styles["bar"]} role="toolbar" aria-label={messages.batch}>
        <div className={styles["progress"]}>
          {run !== undefined && progress}
          {isPaused && <p aria-hidden="true">{messages.paused(pause)}</p>}
          {/* What counts stands outside: it would be read out without an end. */}
          <div role="status">
            {run === undefined && progress}
            {run?.stopping === true && <p>{messages.stopping}</p>}
            {isPaused && <VisuallyHidden>{messages.paused(wholePause)}</VisuallyHidden>}
            {elsewhere === id && <p>{messages.elsewhere}</p>}
          </div>
        </div>
        {run !== undefined ? (
          <Button ref={toFirstButton} look="main" single off={run.stopping} onClick={() => stop(id)}>
            {page.words.stop}
          </Button>
        ) : (
          waiting.length > 0 && (
            <Button
              ref={toFirstButton}
              look="main"
              single
              onClick={() => unlisted.whereAgreed([model], () => void start(id), asked?.name)}
            >
              {over === 0 ? messages.make : takes.goOn}
            </Button>
          )
        )}
        {run === undefined && failed.length + unknown.length > 0 && (
          <Button ref={toFirstButton} onClick={() => askRepeat([...failed, ...unknown])}>
            {messages.repeatFailed}
          </Button>
        )}
        {heard.length > 0 && offers.present !== undefined && (
          <Button onClick={() => present(heard)}>{takes.present}</Button>
        )}
        {run === undefined &&
          others.map(({ name }) => (
            <Button key={name} onClick={() => unlisted.whereAgreed([model], () => alsoAt(name), name)}>
              {messages.also(name)}
            </Button>
          ))}
        {twins.length > 0 && <Button onClick={() => actions.compareAll(twins)}>{messages.compareBoth}</Button>}
        <Button
          title={messages.suiteHelp}
          onClick={() => saveFile(new Blob([writeSuite(batch)], { type: "application/json" }), "batch.json")}
        >
          {messages.suite}
        </Button>
        {rows.length > 0 && Export !== undefined && <Button onClick={() => setLeaving(rows)}>{takes.export}</Button>}
        <label className="line">
          <span className="note">{messages.parallel}</span>
          <Select value={batch.parallel} onChange={(event) => void setParallel(id, Number(event.target.value))}>
            <Options of={parallels} label={numbers.integer} />
          </Select>
        </label>
        <Check checked={playOn.on} onChange={playOn.setOn}>
          {messages.playOn}
        </Check>
        <Button
          onClick={() =>
            setQuestion({
              title: messages.removeTitle,
              text: <p>{messages.removeText}</p>,
              confirm: takes.remove,
              act: () => void remove(id),
            })
          }
        >
          {messages.remove}
        </Button>
      </div>
      <CellGrid
        model={model}
        columns={columns}
        cells={sorted}
        order={order}
        busy={run !== undefined}
        onOrder={setOrder}
        onRepeat={(cell) => askRepeat([cell])}
      />
      <UndoBar undo={undo} />
      {leaving !== undefined && Export !== undefined && (
        <Suspense fallback={null}>
          <Export rows={leaving} onClose={() => setLeaving(undefined)} />
        </Suspense>
      )}
      {unlisted.question}
      {question !== undefined && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}

/** Takes of this batch, each beside that of the same cell of a batch that is alike and went to another service. */
function useTwins(batch: Batch): readonly string[] {
  const { id, design, cells } = batch;
  const playground = usePlayground();
  const batches = useStore(batchesOf(playground), (state) => state.batches);
  const alike = JSON.stringify(design);
  const here = serviceOfBatch(batch, playground);
  const twin = batches.find(
    (each) => each.id !== id && JSON.stringify(each.design) === alike && serviceOfBatch(each, playground) !== here,
  );
  return cells.flatMap(({ index, take }) => {
    const other = twin?.cells.find((cell) => cell.index === index)?.take;
    return take === undefined || other === undefined ? [] : [other, take];
  });
}

/** Plays the next cell that has sound when one has ended, in the order in which they are shown, while it is on. */
function usePlayOn(cells: readonly ShownCell[]): { readonly on: boolean; setOn(on: boolean): void } {
  const { takes } = usePlayground();
  const [on, setOn] = useState(false);
  const shown = useTake((take) => take?.id);
  const playback = useSound((sound) => sound?.playback);
  const latest = useRef(cells);
  latest.current = cells;
  const before = useRef(playback);
  useEffect(() => {
    // Ended now, and not found at its end when somebody looked.
    const hasEnded = playback === "ended" && before.current === "playing";
    before.current = playback;
    if (!on || !hasEnded) return;
    const all = latest.current;
    const at = all.findIndex(({ take }) => take !== undefined && take === shown);
    if (at < 0) return;
    const next = all.slice(at + 1).find(({ row }) => row?.sound === "whole" || row?.sound === "partial");
    if (next?.take !== undefined) takes.getState().open(next.take, { play: true });
  }, [playback, shown, on, takes]);
  return { on, setOn };
}
