import { useEffect, useRef, useState } from "react";
import { usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import type { ShownCell } from "./use-cells.ts";

/** Plays the next cell that has sound when one has ended, in the order in which they are shown, while it is on. */
export function usePlayOn(cells: readonly ShownCell[]): { readonly on: boolean; setOn(on: boolean): void } {
  const { takes } = usePlayground();
  const [on, setOn] = useState(false);
  const shown = useTake()?.id;
  const playback = useSound()?.playback;
  const latest = useRef(cells);
  latest.current = cells;
  const before = useRef(playback);
  useEffect(() => {
    // Ended now, and not found at its end when somebody looked.
    const hasEnded = playback === "ended" && before.current === "playing";
    before.current = playback;
    if (!on || !hasEnded) return;
    const all = latest.current;
    const at = all.findIndex(({ take }) => take !== undefined && take === shown);
    if (at < 0) return;
    const next = all.slice(at + 1).find(({ row }) => row?.sound === "whole" || row?.sound === "partial");
    if (next?.take !== undefined) takes.getState().open(next.take, { play: true });
  }, [playback, shown, on, takes]);
  return { on, setOn };
}
