/** A line of a bench's result: columns by heading. The first row's headings are the table's. */
export type Row = Record<string, string | number>;

/** The value below which `share` of the values lie (0.5 the median, 0.95 the 95th percentile), by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There is no percentile of no values");
  return value;
}

/** How many times its peer's value a value is, as text: "1.25 ×"; a peer that wasn't measured is named as such. */
export function ratio(value: number, peer: number | undefined): string {
  return peer === undefined ? "not installed" : `${(value / peer).toFixed(2)} ×`;
}

/** The rows in columns under their headings, numbers to the right. */
export function printTable(rows: readonly Row[]): string {
  const headings = [...new Set(rows.flatMap(Object.keys))];
  const widths = headings.map((heading) =>
    Math.max(heading.length, ...rows.map((row) => String(row[heading] ?? "").length)),
  );
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, index) => {
        const text = String(cell);
        const width = widths[index] ?? 0;
        return index === 0 ? text.padEnd(width) : text.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [line(headings), ...rows.map((row) => line(headings.map((heading) => row[heading] ?? "")))].join("\n");
}
