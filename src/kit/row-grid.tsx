import type { HTMLAttributes, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./kit.module.css";
import type { RowGridState } from "./use-row-grid.ts";

interface RowGridProps
  extends Pick<HTMLAttributes<HTMLDivElement>, "aria-label" | "aria-description" | "aria-multiselectable" | "style"> {
  readonly grid: RowGridState;
  readonly className: string | undefined;
  readonly rowsClassName?: string | undefined;
  readonly "data-shape"?: string;
  /** Whether its columns may be wider than it is: then it is a tab stop itself, so that arrows can move it sideways. */
  readonly sideways?: boolean;
  /** Cells that stay at the top; see `HeadCell`. */
  readonly heads?: { readonly className: string | undefined; readonly cells: ReactNode };
  /** A row, given its place and where it lies: pixels from the rows' beginning, and its height. */
  readonly row: (at: number, start: number, height: number) => ReactNode;
}

/** The grid of `useRowGrid`, with the rows that are to be drawn. */
export function RowGrid({ grid, className, rowsClassName, heads, sideways, row, ...others }: RowGridProps) {
  const { scroller, virtual, headsHeight } = grid;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    <div
      {...others}
      ref={scroller}
      role="grid"
      tabIndex={sideways === true ? 0 : -1}
      aria-rowcount={virtual.options.count + (heads === undefined ? 0 : 1)}
      className={classes(styles["grid"], className)}
      onKeyDown={grid.onKeyDown}
    >
      {heads !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the buttons inside take the focus
        <div role="row" aria-rowindex={1} className={heads.className}>
          {heads.cells}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        role="rowgroup"
        className={classes(styles["gridRows"], rowsClassName)}
        style={{ height: virtual.getTotalSize() - headsHeight }}
      >
        {virtual.getVirtualItems().map(({ index, start, size }) => row(index, start - headsHeight, size))}
      </div>
    </div>
  );
}
