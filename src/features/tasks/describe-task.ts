import type { PlaygroundConfig } from "../../contract/playground.ts";
import { agesOf } from "../../core/takes/age.ts";
import {
  describeRowFailure,
  describeTake,
  describeTaskStatus,
  type Tone,
  titleOfFailure,
} from "../../core/takes/describe-take.ts";
import { remoteContent, remoteUntil, type TakeRow } from "../../core/takes/take.ts";
import { serviceHaving } from "../../core/takes/take-service.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";
import { timeLeft } from "../../core/tasks/time-left.ts";

/** A task in words, as the board shows it. */
export interface DescribedTask {
  /** The document's word for it, or the service's own. */
  readonly state: string;
  readonly tone: Tone;
  /** Percent, while it runs. */
  readonly progress: number | undefined;
  /** The same as a number, and about how long it takes still; empty where neither is known. */
  readonly far: string;
  /** When it is asked for next, or how much of its audio is here. */
  readonly next: string;
  /** What a person should know: why it failed, why nothing is heard of it. */
  readonly remark: string;
  /** Whether asking now could bring something. */
  readonly canLook: boolean;
  /** Whether it is asked for by itself, which a person may end. */
  readonly canLeave: boolean;
}

/** What a description depends on besides the take. */
export interface TaskMoment {
  /** Unix milliseconds. */
  readonly now: number;
  /** Bytes of its finished audio that came so far. */
  readonly fetched: number | undefined;
  readonly config: PlaygroundConfig | undefined;
  /** Whether the page has no network: then nothing is asked before it is back. */
  readonly offline: boolean;
}

/** Puts a task into words. */
export function describeTask(
  row: TakeRow,
  { now, fetched, config, offline }: TaskMoment,
  texts: HistoryTexts,
): DescribedTask {
  const { takes, page } = texts;
  const { status, task, failure } = row;
  const { state, tone } = describeTake(row, texts);
  const said = task?.status;
  const cost = failure === undefined ? "" : page.failure.costs[failure.cost];
  if (status !== "waiting") {
    const title = failure === undefined ? "" : (titleOfFailure(failure.kind, texts) ?? "");
    const detail = failure?.message === "" ? "" : describeRowFailure(row, texts);
    // That a task failed, its state says.
    const why = sentenceOf([failure?.kind === "task_failed" && detail !== "" ? "" : title, detail], page);
    const elsewhere = task?.foreignContent !== undefined && row.sound === "none" ? takes.task.foreignRow : "";
    const remote = remoteContent(row) === undefined ? "" : describeRemote(row, texts);
    const remark = [why, cost, elsewhere, remote].filter(Boolean).join(page.between.sentences);
    const ended = said === undefined ? state : describeTaskStatus(said, takes);
    return { state: ended, tone, progress: undefined, far: "", next: "", remark, canLook: false, canLeave: false };
  }
  const progress = said === "completed" ? undefined : task?.progress;
  const left = timeLeft(row, now);
  const far = [
    progress === undefined ? "" : takes.task.percent(progress),
    left === undefined ? "" : takes.task.left(left),
  ];
  const known = { progress, far: far.filter(Boolean).join(" · ") };
  if (serviceHaving(row, config) === undefined) {
    return {
      state,
      tone: "quiet",
      ...known,
      next: "",
      remark: config === undefined ? "" : takes.task.elsewhere,
      canLook: false,
      canLeave: false,
    };
  }
  if (task?.left === true)
    return { state, tone: "quiet", ...known, next: "", remark: takes.task.wasLeft, canLook: true, canLeave: false };
  const problem = task?.problem;
  return {
    state,
    tone: problem === undefined ? tone : "warn",
    ...known,
    next: offline ? takes.task.paused : nextOf(task, now, fetched, texts),
    remark:
      problem === undefined
        ? ""
        : [
            sentenceOf([titleOfFailure(problem.kind, texts) ?? problem.kind, problem.message], page),
            takes.task.kept,
          ].join(page.between.sentences),
    canLook: fetched === undefined,
    canLeave: fetched === undefined && task?.nextPoll !== undefined,
  };

  function nextOf(
    part: TakeRow["task"],
    moment: number,
    bytes: number | undefined,
    { takes: own }: HistoryTexts,
  ): string {
    if (bytes !== undefined) return own.task.fetching(bytes);
    const at = part?.nextPoll;
    if (at === undefined) return part?.status === "completed" ? own.task.fetchingSoon : own.task.never;
    const seconds = Math.ceil((at - moment) / 1_000);
    return seconds <= 0 ? own.task.looking : own.task.next(seconds);
  }
}

/** That audio lies with the service alone, and until when, where its address says so. */
export function describeRemote(row: TakeRow, { takes, language }: HistoryTexts): string {
  const until = remoteUntil(row);
  return until === undefined ? takes.task.remote : takes.task.remoteUntil(agesOf(language).exactly(until));
}

/** Parts as one sentence, ended as one. */
function sentenceOf(parts: readonly string[], { between }: HistoryTexts["page"]): string {
  const text = parts.filter(Boolean).join(between.colon);
  return text === "" || /[.!?…。！？]$/.test(text) ? text : `${text}${between.stop}`;
}
