import { describe, expect, it } from "vitest";
import { takeRow } from "../takes/library.fixture.ts";
import type { TakeRow } from "../takes/take.ts";
import { asksBeforeRepeating } from "./questions.ts";

const row = (changes: Partial<TakeRow>) => takeRow("k1", { status: "complete", ...changes });

describe("speaking again asks first", () => {
  it.each([
    ["where the service charges, whatever the first one did", { service: "embedded" } as const, "remote", true],
    ["where it isn't known whether it does", { service: "embedded" } as const, undefined, true],
    [
      "where seconds are charged",
      { price: { kind: "money", seconds: 1, amount: 0.017, basis: "text" } } as const,
      "embedded",
      true,
    ],
    ["while it is still sent", { status: "receiving" } as const, "embedded", true],
    ["nowhere else", { service: "remote", price: { kind: "tokens", tokens: 12 } } as const, "embedded", false],
  ] as const)("%s", (_, changes, service, asks) =>
    expect(asksBeforeRepeating(row(changes), service && { service })).toBe(asks),
  );
});
