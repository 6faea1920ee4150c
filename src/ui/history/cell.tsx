import type { ReactNode } from "react";

/** A cell of a take's row. Focus goes to what stands in it. */
export function Cell({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    // biome-ignore lint/a11y/useFocusableInteractive: the row and the buttons in its cells take the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}
