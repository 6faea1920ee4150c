import { useMemo } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useLibrary } from "../../core/takes/use-history.ts";
import { type CellStatus, statusOfCell } from "./cell-state.ts";
import type { Batch } from "./design.ts";
import { type Combination, combinationAt } from "./plan-batch.ts";

export interface ShownCell extends Combination {
  readonly take: string | undefined;
  readonly row: TakeRow | undefined;
  readonly status: CellStatus;
}

/** The cells of a batch with what became of them. */
export function useCells({ design, cells }: Batch): readonly ShownCell[] {
  const { library } = usePlayground();
  const snapshot = useLibrary();
  const combinations = useMemo(() => cells.map(({ index }) => combinationAt(design, index)), [design, cells]);
  // Rows are read anew whenever one has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () =>
      cells.flatMap((cell, at) => {
        const combination = combinations[at];
        if (combination === undefined) return [];
        const row = cell.take === undefined ? undefined : library.row(cell.take);
        return [{ ...combination, take: cell.take, row, status: statusOfCell(cell, row) }];
      }),
    [cells, combinations, library, snapshot],
  );
}
