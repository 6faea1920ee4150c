import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/**
 * A test fails when the page it ran wrote to console.error: React's complaints and undeclared failures land there.
 * A test that provokes an error declares it by spying on console.error itself.
 */
const complaints: string[] = [];
let spy: MockInstance<typeof console.error> | undefined;

beforeEach(() => {
  complaints.length = 0;
  const write = console.error;
  spy = vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => {
    complaints.push(values.map(String).join(" "));
    write(...values);
  });
});

afterEach(() => {
  spy?.mockRestore();
  expect(complaints, "console.error was called").toEqual([]);
});
