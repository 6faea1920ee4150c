/** What stands in one cell; undefined where nothing is known. */
export type Cell = string | number | boolean | undefined;

/** At the beginning of a table: by this, and by nothing else, Excel knows UTF-8. */
export const byteOrderMark = "\ufeff";

/** A line of a table in which nothing is a formula, whichever program opens it (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** What a spreadsheet begins a formula with, or a command; full-width and small forms mean the same to some. */
const formula = "=+\\-@|%＝＋－＠﹦﹢﹣﹫";
/** A program that was set to other separators, or that knows no quotes, begins a cell behind each of these. */
const separators = ";\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029";
/**
 * What is cut off, unseen or taken for quotes before a cell is looked at; a separator in it begins a cell of its own.
 */
const passedOver = `(?:(?![${separators}])[\\s\\p{C}"])*`;
const atStart = new RegExp(`^(?=[\\s\\p{C}"]*[${formula}]|[\\t\\r])`, "u");
const behindSeparator = new RegExp(`[${separators}](?=${passedOver}[${formula}])`, "gu");

/**
 * A cell. A text that a spreadsheet would take for a formula, at its beginning or behind what separates cells
 * elsewhere, gets an apostrophe in front: whoever opens the table must not run what a script, a voice or an error
 * message says. Numbers stay numbers.
 */
function csvCell(cell: Cell): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (typeof cell !== "string") return cell === undefined ? "" : String(cell);
  const harmless = cell.replace(behindSeparator, "$&'").replace(atStart, "'");
  return /["',;\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
