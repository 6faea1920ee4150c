import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Exchange, exchangeSchema, mergeExchanges, mostExchanges, storedExchange } from "./exchanges.ts";

const request = { method: "GET", path: "/v1/models" } as const;

function exchange(id: string, bytes = 2): Exchange {
  const answer = {
    status: 404,
    headers: [["content-type", "application/json"]] as const,
    body: new Blob(["x".repeat(bytes)]),
    truncated: false,
    broken: false,
    times: { headers: 3, firstByte: 4, end: 5 },
  };
  return { id, created: 1, request, state: { status: "answered", answer } };
}

describe("an exchange on disk", () => {
  it("comes back as it was", async () => {
    for (const over of [
      exchange("a"),
      { ...exchange("b"), request: { ...request, range: "bytes=0-1" } },
      { ...exchange("c"), state: { status: "failed", message: "No answer came." } } as const,
      { ...exchange("d"), state: { status: "stopped" } } as const,
    ]) {
      const stored = storedExchange(over);
      expect(stored).toEqual(over);
      expect(exchangeSchema.parse(stored)).toEqual(over);
    }
  });

  it("is one that is over, and short enough", () => {
    expect(storedExchange({ ...exchange("a"), state: { status: "waiting" } })).toBeUndefined();
    expect(storedExchange(exchange("a", 2_000_000))).toBeDefined();
    expect(storedExchange(exchange("a", 2_000_001))).toBeUndefined();
  });
});

it("exchanges of the page and of the disk are shown once each, the latest first, and no more than are kept", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 100, max: 400 }).map(String), { maxLength: 120 });
  fc.assert(
    fc.property(ids, ids, (own, stored) => {
      const waiting = own.map((id): Exchange => ({ ...exchange(id), state: { status: "waiting" } }));
      const { kept, over } = mergeExchanges(
        waiting,
        stored.map((id) => exchange(id)),
      );
      const all = [...new Set([...own, ...stored])].sort().reverse();
      expect([...kept, ...over].map(({ id }) => id)).toEqual(all);
      expect(kept).toHaveLength(Math.min(all.length, mostExchanges));
      for (const { id, state } of kept) expect(state.status).toBe(own.includes(id) ? "waiting" : "answered");
    }),
  );
});
