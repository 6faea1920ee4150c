import { judgeFrameOrder, type OrderRemark, type SocketStep, socketClosers } from "../../contract/frame-order.ts";
import type { FrameRow } from "./frame-rows.ts";

/** A remark, and the row that gives rise to it; undefined for what is missing. */
export interface OrderFinding {
  readonly remark: OrderRemark;
  readonly row: number | undefined;
}

/**
 * What a WebSocket did otherwise than section 6 says, by its rows (see `judgeFrameOrder`).
 *
 * @param over whether the request has ended: before that nothing is missing yet.
 * @returns undefined where no WebSocket was used.
 */
export function checkOrder(rows: readonly FrameRow[], over: boolean): readonly OrderFinding[] | undefined {
  if (!rows.some(({ event }) => event === "opened" || event === "frame")) return undefined;
  const steps = rows.flatMap((row) => {
    const step = stepOf(row);
    return step === undefined ? [] : [{ step, row: row.index }];
  });
  const isStopped = rows.some(({ event }) => event === "aborted");
  return judgeFrameOrder(
    steps.map(({ step }) => step),
    over && !isStopped,
  ).map(({ remark, step }) => ({ remark, row: step === undefined ? undefined : steps[step]?.row }));
}

function stepOf({ event, direction, kind, is, facts }: FrameRow): SocketStep | undefined {
  if (event === "closed") return { kind: "closed", by: closerOf(facts), code: Number(facts["code"]) };
  if (event !== "frame") return undefined;
  return direction === "sent"
    ? { kind: "sent" }
    : { kind: "received", type: kind === "binary" ? kind : (is ?? "invalid") };
}

/** Takes of earlier versions don't say it. */
export function closerOf({ by, code, playground }: FrameRow["facts"]) {
  const told = socketClosers.find((closer) => closer === by);
  if (told !== undefined) return told;
  if (playground !== undefined) return "playground";
  return code === 1006 ? "nobody" : "service";
}
