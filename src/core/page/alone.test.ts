import { expect, it, vi } from "vitest";
import type { Locks } from "../takes/presence.ts";
import { alone } from "./alone.ts";

const refusal = new DOMException("The request was denied.", "SecurityError");

it.each([
  ["that has no locks", undefined],
  ["that refuses them, as it does with a site's data", { request: () => Promise.reject(refusal) }],
])("in a browser %s nobody knows of others", async (_, locks) => {
  const act = vi.fn(async () => {});
  expect(await alone(locks as Locks | undefined, "checks", act)).toBe(true);
  expect(act).toHaveBeenCalledOnce();
});

it("what fails is told once, and isn't begun anew", async () => {
  const act = vi.fn(() => Promise.reject(new Error("broken")));
  const locks = { request: async (_name: string, _options: object, ask: (lock: object) => unknown) => ask({}) };
  await expect(alone(locks as Locks, "checks", act)).rejects.toThrow("broken");
  expect(act).toHaveBeenCalledOnce();
});
