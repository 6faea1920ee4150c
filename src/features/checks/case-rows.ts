/** Rows of a case's table, each a value by name. */
export type CaseRows = readonly Readonly<Record<string, string>>[];

/**
 * Reads a table as a spreadsheet puts it on the clipboard, or as a person writes it: names in the first line, then a
 * row a line, parted as the names are: by tabs or by commas.
 *
 * @returns `names` where one isn't that of a `{{name}}`, `values` where a row has more of them than there are names.
 */
export function readRows(text: string): CaseRows | "names" | "values" {
  const [head = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (head === "") return [];
  // With one name, a whole line is its value.
  const cells = head.includes("\t") ? tabbed : head.includes(",") ? quoted : (line: string) => [line.trim()];
  const names = cells(head);
  if (new Set(names).size < names.length || names.some((name) => !/^\w+$/.test(name))) return "names";
  const rows = lines.map(cells);
  if (rows.some((values) => values.slice(names.length).some((value) => value !== ""))) return "values";
  return rows.map((values) => Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])));
}

function tabbed(line: string): readonly string[] {
  return line.split("\t").map((cell) => cell.trim());
}

/** Values between commas. One in quotation marks may have commas itself, and `""` for each of such marks. */
function quoted(line: string): readonly string[] {
  const cells = `,${line}`.matchAll(/,\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g);
  return [...cells].map(([, inMarks, plain = ""]) => inMarks?.replaceAll('""', '"') ?? plain.trim());
}

/** Rows as a table that {@link readRows} reads as they are, but for line breaks and tabs within a value. */
export function writeRows(rows: CaseRows): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t");
  return names.length === 0
    ? ""
    : [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))].map(line).join("\n");
}
