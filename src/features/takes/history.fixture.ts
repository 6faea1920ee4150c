import { page } from "vitest/browser";
import type { Playground } from "../../core/page/playground.ts";
import { takeDetails, takeRow, takeSound } from "../../core/takes/library.fixture.ts";
import type { TakeRow } from "../../core/takes/take.ts";

export const board = () => page.getByRole("region", { name: "History" });
export const rows = () => board().getByRole("row");
export const row = (name: string | RegExp) => board().getByRole("row", { name });
export const undo = () => board().getByRole("button", { name: "Undo" });

/** Puts takes into the library before the page is shown. */
export function keep(playground: Playground, kept: readonly Partial<TakeRow>[]): void {
  kept.forEach((changes, at) => {
    const id = `k${String(at).padStart(5, "0")}`;
    const facts = { bytes: 1_000_000, duration: 1 };
    playground.library.begin(
      takeRow(id, { status: "complete", created: Date.now(), sound: "whole", facts, ...changes }),
      takeDetails(id),
    );
    playground.library.keepSound(takeSound(id, 1_000));
  });
}
