import { playgroundHeaders, serviceHeaders, withheldHeaders } from "../../api/service-headers.ts";
import { escapeText } from "../../contract/escape.ts";
import { saidIn, type TakeRow } from "../takes/take.ts";
import { spokenLanguage } from "../voices/spoken-language.ts";
import type { LeavingTake } from "./take-files.ts";

/** The words of a report in one language. */
export interface ReportTexts {
  /** BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  /** `4 takes · 22 November 2026`. */
  readonly about: string;
  readonly script: string;
  readonly request: string;
  readonly answer: string;
  /** What the service sent, and what the playground's server added. */
  readonly headers: string;
  readonly playgroundHeaders: string;
  readonly soundLeftOut: string;
  readonly figures: (row: TakeRow) => readonly (readonly [label: string, value: string])[];
  /** A take's title and what a person noted. */
  readonly heading: (row: TakeRow) => { readonly title: string; readonly state: string; readonly note: string };
}

/** So many bytes of sound a report holds at most; a page of more is slow to open, and no mail takes it. */
export const reportSoundLimit = 40_000_000;

/** Nothing from outside, no scripts: a report is opened wherever it was sent. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; media-src data:; img-src data:; base-uri 'none'; form-action 'none'";

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f5f3ee,#161513);--raised:light-dark(#fff,#1f1d1b);
--line:light-dark(#dfdad0,#33302c);--ink:light-dark(#1b1916,#f4f1eb);--quiet:light-dark(#5b554c,#b3aca1)}
body{max-width:56rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:1.5rem}h2{margin:0;font-size:1.0625rem;overflow-wrap:anywhere}
header p,.state,dt,summary,.note{color:var(--quiet)}
article{margin:1rem 0;padding:1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--raised);
break-inside:avoid}
.state{margin:0 0 .5rem}.note{margin:.25rem 0}
.script,pre{white-space:pre-wrap;overflow-wrap:anywhere}
.script{margin:.5rem 0;max-height:24rem;overflow:auto}
audio{display:block;width:100%;margin:.5rem 0}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.5rem 1rem;margin:.75rem 0}
dt{font-size:.8125rem}dd{margin:0;overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.75rem;border-radius:.375rem;background:var(--paper);
font:.8125rem/1.45 ui-monospace,monospace;max-height:24rem;overflow:auto}
summary{cursor:pointer}img{max-width:100%;max-height:24rem}
table{width:100%;margin:1rem 0;border-collapse:collapse}
th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:start}
td,th:not(:first-child){text-align:end}tfoot{font-weight:650}
@media print{:root{color-scheme:light}body{margin:0;max-width:none}audio{display:none}.script,pre{max-height:none}}
`;

/** The beginning of a report, up to its first take. */
export function reportHead({ language, title, about }: Pick<ReportTexts, "language" | "title" | "about">): string {
  return `<!doctype html>
<html lang="${escapeText(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeText(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeText(title)}</h1><p>${escapeText(about)}</p></header>
<main>
`;
}

export const reportTail = "</main>\n</body>\n</html>\n";

/**
 * One take of a report: what stands before its sound, and what stands behind it. The sound's base64 comes between them;
 * without one, `before` says why there is none, where there should be.
 */
export function reportTake(
  { row, details }: LeavingTake,
  texts: ReportTexts,
  sound: { readonly mediaType: string } | "left_out" | undefined,
): { readonly before: string; readonly after: string } {
  const { title, state, note } = texts.heading(row);
  const text = saidIn(details);
  const answer = details.answer?.text ?? details.error?.raw ?? details.error?.cause?.raw;
  const { headers = [] } = details;
  const [sent, own] = [[...serviceHeaders(headers), ...withheldHeaders(headers)], playgroundHeaders(headers)];
  const figures = texts
    .figures(row)
    .map(([label, value]) => `<div><dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd></div>`);
  const before = [
    `<article>\n<h2 dir="auto"${langOf(title, row)}>${escapeText(title)}</h2>`,
    `<p class="state">${escapeText(state)}</p>`,
    note === "" ? "" : `<p class="note" dir="auto">${escapeText(note)}</p>`,
    sound === "left_out" ? `<p class="note">${escapeText(texts.soundLeftOut)}</p>` : "",
    typeof sound === "object" ? `<audio controls preload="none" src="data:${escapeText(sound.mediaType)};base64,` : "",
  ];
  const after = [
    typeof sound === "object" ? '"></audio>' : "",
    text === title ? "" : `<div class="script" dir="auto"${langOf(text, row)}>${escapeText(text)}</div>`,
    `<dl>${figures.join("")}</dl>`,
    block(texts.request, `${details.request.path}\n\n${details.request.body}`),
    sent.length === 0 ? "" : block(texts.headers, linesOf(sent)),
    answer === undefined ? "" : block(texts.answer, answer),
    own.length === 0 ? "" : block(texts.playgroundHeaders, linesOf(own)),
    "</article>\n",
  ];
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n");
  return { before: joined(before), after: joined(after) };
}

function langOf(text: string, row: TakeRow): string {
  const lang = spokenLanguage(text, row);
  return lang === undefined ? "" : ` lang="${escapeText(lang)}"`;
}

function linesOf(headers: readonly (readonly [name: string, value: string])[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function block(summary: string, text: string): string {
  return `<details><summary>${escapeText(summary)}</summary><pre dir="auto">${escapeText(text)}</pre></details>`;
}
