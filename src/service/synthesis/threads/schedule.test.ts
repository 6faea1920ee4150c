import { describe, expect, it } from "vitest";
import { Schedule } from "./schedule.ts";

class Task {
  samples = 0;
  isRunnable = true;
  constructor(
    readonly name: string,
    readonly length: number,
  ) {}
}

const second = 22_050;

/** Runs the schedule in steps of ten seconds of speech; returns the order in which tasks had their turn. */
function run(schedule: Schedule<Task>, steps: number): string[] {
  const order: string[] = [];
  for (let step = 0; step < steps; step++) {
    const task = schedule.next();
    if (task === undefined) break;
    task.samples += 10 * second;
    order.push(task.name);
    if (task.samples >= task.length * second) schedule.remove(task);
  }
  return order;
}

describe("the order of jobs in a thread", () => {
  it("is turn by turn between equals", () => {
    const schedule = new Schedule<Task>();
    for (const name of ["a", "b", "c"]) schedule.add(new Task(name, 1_000));
    expect(run(schedule, 6)).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("lets a short job pass a long one", () => {
    const schedule = new Schedule<Task>();
    schedule.add(new Task("long", 100_000));
    run(schedule, 50);
    schedule.add(new Task("short", 30));
    expect(run(schedule, 5)).toEqual(["short", "short", "short", "long", "long"]);
  });

  it("doesn't hold a long job up for more than a minute of speech per newcomer", () => {
    const schedule = new Schedule<Task>();
    schedule.add(new Task("old", 100_000));
    run(schedule, 500);
    schedule.add(new Task("new", 100_000));
    const order = run(schedule, 40);
    expect(order.indexOf("old")).toBeLessThanOrEqual(6);
    expect(order.filter((name) => name === "old").length).toBeGreaterThan(15);
  });

  it("passes over a job that waits for its reader", () => {
    const schedule = new Schedule<Task>();
    const waiting = new Task("waiting", 100);
    waiting.isRunnable = false;
    schedule.add(waiting);
    expect(schedule.next()).toBeUndefined();
    schedule.add(new Task("ready", 100));
    expect(schedule.next()?.name).toBe("ready");
  });
});
