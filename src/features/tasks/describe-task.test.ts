import { describe, expect, it } from "vitest";
import { takeRow } from "../../core/takes/library.fixture.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { historyTextsOf } from "../../core/takes/texts.fixture.ts";
import { describeTask } from "./describe-task.ts";

const [en, zh] = [await historyTextsOf("en"), await historyTextsOf("zh")];
const row = (changes: Partial<TakeRow>) => takeRow("k1", changes);

it("a task's failure is put together as the language does it", () => {
  const failure = { kind: "refused", message: "No", code: "out_of_range", param: "emo_happy", cost: "none" } as const;
  const failed = row({ model: "refvoice-2", status: "failed", mode: "async", failure });
  const moment = { now: 0, fetched: undefined, config: undefined, offline: false };
  expect(describeTask(failed, moment, zh).remark).toBe(
    "服务拒绝了请求：高兴：超出允许的范围。没有合成音频，应当不会计费。",
  );
  expect(describeTask(failed, moment, en).remark).toBe(
    "The service refused the request: No. Nothing was spoken: no charge expected.",
  );
});

describe("a task", () => {
  const moment = {
    now: 0,
    fetched: undefined,
    offline: false,
    config: { service: "embedded", version: "0", session: "none_needed", hasKey: true },
  } as const;
  const task = (part: Partial<NonNullable<TakeRow["task"]>>) =>
    describeTask(
      row({ status: "waiting", service: "embedded", task: { id: "task_1", status: "queued", ...part } }),
      moment,
      en,
    );

  it("that is completed says that its sound is fetched, and shows no part of a bar", () => {
    expect(task({ status: "completed" })).toMatchObject({ next: "downloading the audio…", progress: undefined });
    expect(task({ status: "in_progress", progress: 40, nextPoll: 3_000 })).toMatchObject({
      next: "checks again in 3 s",
      progress: 40,
    });
    expect(task({ status: "in_progress" }).next).toBe("no longer checked by itself");
  });

  it("says how far it is as a number, and about how long it takes still", () => {
    const farAt = (progress: number, seconds: number) =>
      describeTask(
        row({ created: 0, status: "waiting", service: "embedded", task: { id: "t", status: "in_progress", progress } }),
        { ...moment, now: seconds * 1_000 },
        en,
      ).far;
    expect(farAt(45, 90)).toBe("45 % · about 2 min left");
    expect(farAt(90, 90)).toBe("90 % · about 10 s left");
    expect(farAt(4, 90)).toBe("4 %");
    expect(farAt(100, 90)).toBe("100 %");
    expect(task({ status: "in_progress" }).far).toBe("");
  });

  it("that nobody waits for says that it goes on at the service, and is asked for by a press alone", () => {
    expect(task({ status: "in_progress", nextPoll: 3_000 })).toMatchObject({ canLook: true, canLeave: true });
    const left = task({ status: "in_progress", left: true });
    expect(left).toMatchObject({ next: "", canLook: true, canLeave: false });
    expect(left.remark).toMatch(/goes on at the service and is charged/);
  });

  it("that failed says why once: that it failed, its state says", () => {
    const failure = { kind: "task_failed", message: "No reference.", cost: "refunded" } as const;
    const failed = row({ status: "failed", failure, task: { id: "task_1", status: "failed" } });
    expect(describeTask(failed, moment, en).remark).toBe("No reference. A failed task of this model is refunded.");
  });
});

it("a task's status is said in the page's language; a service's own word stays", () => {
  const moment = { now: 0, fetched: undefined, offline: false, config: undefined };
  const stateOf = (status: string, texts: typeof en, of: TakeRow["status"] = "complete") =>
    describeTask(row({ status: of, mode: "async", task: { id: "task_1", status } }), moment, texts).state;
  expect(stateOf("completed", zh)).toBe("已完成");
  expect(stateOf("in_progress", zh, "waiting")).toBe("进行中");
  expect(stateOf("queued", zh, "waiting")).toBe("排队中");
  expect(stateOf("failed", zh, "failed")).toBe("失败");
  expect(stateOf("in_progress", en, "waiting")).toBe("in progress");
  expect(stateOf("warming_up", zh, "waiting")).toBe("warming_up");
});

it("a task whose sound lies with the service alone says so as soon as it is done", () => {
  const content = "/v1/audio/speech/tasks/task_1/content";
  const done = row({ status: "complete", sound: "remote", task: { id: "task_1", status: "completed", content } });
  const moment = { now: 0, fetched: undefined, offline: false, config: undefined };
  expect(describeTask(done, moment, en).remark).toMatch(/Only the service has it.*download it soon/);
  expect(describeTask({ ...done, sound: "whole" }, moment, en).remark).toBe("");
  const signed = { id: "task_1", status: "completed", content: `${content}?signature=a&expires=1795480800` };
  expect(describeTask({ ...done, task: signed }, moment, en).remark).toMatch(
    /Only the service has it, until Nov 2\d, 2026, .*: download it before\./,
  );
});
