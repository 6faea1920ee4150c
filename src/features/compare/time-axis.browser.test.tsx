import { createRoot } from "react-dom/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { numbersOf } from "../../core/messages/numbers.ts";
import { TimeAxis } from "./listen-view.tsx";

/** Of the whole row: 362 px of it are the columns of names and figures. */
const width = 662;

/** Where the axis of these moments has its numbers and marks, in pixels from its left end. */
async function placesOn(from: number, until: number) {
  const container = document.createElement("div");
  container.style.cssText = `width: ${width}px; letter-spacing: 1.32px; font: 16px sans-serif`;
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  root.render(<TimeAxis view={{ from, until }} numbers={numbersOf("en")} />);
  const labels = () => [...container.querySelectorAll<HTMLElement>("span")];
  await expect.poll(() => labels().length).toBeGreaterThan(2);
  const axis = labels()[0]?.parentElement?.getBoundingClientRect();
  return labels().map((label) => {
    const { left, right } = label.getBoundingClientRect();
    const start = axis?.left ?? Number.NaN;
    const mark = left + Number.parseFloat(getComputedStyle(label, "::before").left);
    return { text: label.textContent, left: left - start, right: right - start, mark: mark - start, end: axis?.width };
  });
}

describe("the seconds below compared sounds", () => {
  it.each([
    { from: 0, until: 3 },
    { from: 0, until: 3.02 },
    { from: 0, until: 0.8 },
    { from: 11.25, until: 12.5 },
    { from: 0, until: 3600 },
  ])(
    "from $from to $until s: each number is whole, apart from its neighbour, and its mark is at its moment",
    async ({ from, until }) => {
      const places = await placesOn(from, until);
      let before = 0;
      for (const { text, left, right, mark, end = 0 } of places) {
        expect(left).toBeGreaterThanOrEqual(before - 0.5);
        expect(right).toBeLessThanOrEqual(end + 0.5);
        const moment = Number(text?.replace(",", ""));
        expect(mark).toBeCloseTo(((moment - from) / (until - from)) * end, 0);
        before = right;
      }
    },
  );
});
