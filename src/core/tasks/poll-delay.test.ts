import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patience, pollDelay } from "./poll-delay.ts";

const minute = 60_000;

describe("the time until a task is asked for again", () => {
  it("is 3 to 5 s while it is queued or in progress", () => {
    fc.assert(
      fc.property(fc.constantFrom("queued" as const, "in_progress" as const), fc.nat(patience), (status, age) => {
        const delay = pollDelay({ age, status, failures: 0 });
        expect(delay).toBeGreaterThanOrEqual(3_000);
        expect(delay).toBeLessThanOrEqual(5_000);
      }),
    );
  });

  it.each(["completed", "failed"] as const)("is never once it is %s", (status) => {
    expect(pollDelay({ age: 0, status, failures: 0 })).toBeUndefined();
  });

  it("doubles with each failure up to a minute, also for a task whose sound can't be fetched", () => {
    for (const status of ["in_progress", "completed"] as const) {
      const delays = [1, 2, 3, 4, 5, 6, 20].map((failures) => pollDelay({ age: 0, status, failures }));
      expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, minute, minute, minute]);
    }
  });

  it("is at least what the service asks for, within reason", () => {
    expect(pollDelay({ age: 0, status: "queued", failures: 1, retryAfter: 90 })).toBe(90_000);
    expect(pollDelay({ age: 0, status: "queued", failures: 3, retryAfter: 1 })).toBe(20_000);
    expect(pollDelay({ age: 0, status: "queued", failures: 1, retryAfter: 1e12 })).toBe(60 * minute);
  });

  it("grows with the age where nobody knows the status", () => {
    expect(pollDelay({ age: 0, status: "unknown", failures: 0 })).toBe(5_000);
    expect(pollDelay({ age: 2 * minute, status: "unknown", failures: 0 })).toBe(30_000);
    expect(pollDelay({ age: 60 * minute, status: "unknown", failures: 0 })).toBe(minute);
  });

  it("ends after a day", () => {
    for (const failures of [0, 3]) {
      expect(pollDelay({ age: patience + 1, status: "in_progress", failures })).toBeUndefined();
    }
  });
});
