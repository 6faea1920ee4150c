import type { ReactNode } from "react";

interface CellProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
  /** How many columns it fills, where that is more than one. */
  readonly span?: number;
}

/** A cell of a grid's row. Focus goes to what stands in it. */
export function Cell({ className, span, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    // biome-ignore lint/a11y/useFocusableInteractive: the row and the buttons in its cells take the focus
    <div
      role="gridcell"
      className={className}
      aria-colspan={span}
      style={span === undefined ? undefined : { gridColumn: `span ${span}` }}
    >
      {children}
    </div>
  );
}

interface HeadCellProps extends Omit<CellProps, "span"> {
  /** How the rows are sorted by it, where they can be. */
  readonly sort?: "ascending" | "descending" | "none";
}

/** A cell of a grid's heads. */
export function HeadCell({ className, sort, children }: HeadCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of rows that lie freely has no table's heads
    // biome-ignore lint/a11y/useFocusableInteractive: where there is something to do, the button inside takes the focus
    <div role="columnheader" className={className} aria-sort={sort}>
      {children}
    </div>
  );
}
