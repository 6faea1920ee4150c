import { cleanValue } from "../../contract/clean.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { writeHtml } from "./html.ts";
import { writeJunit } from "./junit.ts";
import { cleanRows, type ReportHead, type ReportRow, summaryOf, tableOf } from "./report.ts";

/** The formats in which a report leaves, by the endings of their files. */
export const sharedFormats = ["json", "html", "xml", "md"] as const;
type SharedFormat = (typeof sharedFormats)[number];

/**
 * A whole report as a file, with what it came to above. `xml` is JUnit's. What opens anything is taken out of it.
 */
export function writeReport(
  wholeHead: ReportHead,
  wholeRows: readonly ReportRow[],
  format: SharedFormat,
  language: InterfaceLanguage,
): string {
  const [head, rows] = [cleanValue(wholeHead), cleanRows(wholeRows)];
  if (format === "html") return writeHtml(head, rows, language);
  if (format === "xml") return writeJunit(head, rows, language);
  const summary = summaryOf(head, rows);
  if (format === "json") return `${JSON.stringify({ summary, checks: rows.map(wholeRow) }, undefined, 2)}\n`;
  const said = Object.entries(summary).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.join(", ") : `${value}`,
  ]);
  return `${markdownTable([["", ""], ...said])}\n${markdownTable(tableOf(rows, language))}`;
}

function wholeRow({ check, record, outcome, changed, sound, soundBefore, moved }: ReportRow): object {
  return {
    id: check.id,
    section: check.section,
    rule: check.rule,
    outcome,
    changed,
    requests: check.steps.map(({ name, request }) => ({ name, request })),
    sound,
    sound_before: soundBefore,
    moved,
    last: record?.last,
    before: record?.before,
  };
}

/**
 * A table of Markdown (GFM) in which a text is nothing but text: no element, link, image, code, or address to be
 * pressed.
 */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(" | ")} |`;
  const rule = `| ${head.map(() => "---").join(" | ")} |`;
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text on one line of Markdown, whatever stands around it; marks that could mean something get a backslash. */
function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark)
    .replace(/[\\`*_[\]|~$@]|:(?=\/\/)|(?<=www)\.|^[#+=-]|(?<=^\d{1,9})[.)]/gi, "\\$&");
}
