/** Rows of a case's table, each a value by name. */
export type CaseRows = readonly Readonly<Record<string, string>>[];

/**
 * Reads a table as a spreadsheet puts it on the clipboard, or as a person writes it: names in the first line, then a
 * row a line, parted as the names are: by tabs or by commas. Undefined where a name isn't one of `{{name}}`.
 */
export function readRows(text: string): CaseRows | undefined {
  const [head = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (head === "") return [];
  // With one name, a whole line is its value.
  const mark = ["\t", ","].find((each) => head.includes(each)) ?? "\n";
  const cells = (line: string) => line.split(mark).map((cell) => cell.trim());
  const names = cells(head);
  if (new Set(names).size < names.length || names.some((name) => !/^\w+$/.test(name))) return undefined;
  return lines.map((line) => {
    const values = cells(line);
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
  });
}

/** Rows as a table that {@link readRows} reads as they are, but for line breaks and tabs within a value. */
export function writeRows(rows: CaseRows): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t");
  return names.length === 0
    ? ""
    : [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))].map(line).join("\n");
}
