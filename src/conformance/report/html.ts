import { headersSent } from "../../api/service-headers.ts";
import { escapeText } from "../../contract/escape.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { figures as unitsOfFigures, withUnit } from "../checks/expectation.ts";
import { rounded } from "../checks/judge-times.ts";
import { outcomeTexts, reasonTexts } from "../checks/outcome-texts.ts";
import type { StepResult } from "../run/result.ts";
import { countOutcomes, failuresOf, type ReportHead, type ReportRow, sentSteps } from "./report.ts";
import { requestText } from "./request-text.ts";

/** Nothing from outside and no scripts: a report is opened wherever it was sent. Its sound lies beside it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; media-src *; base-uri 'none'; form-action 'none'";

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f5f3ee,#161513);--raised:light-dark(#fff,#1f1d1b);
--line:light-dark(#dfdad0,#33302c);--ink:light-dark(#1b1916,#f4f1eb);--quiet:light-dark(#5b554c,#b3aca1);
--bad:light-dark(#a3271c,#ff9c8f);--good:light-dark(#1f6b3a,#85d6a1)}
body{max-width:72rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:1.5rem}p,ul{margin:.5rem 0}header p,summary span{color:var(--quiet)}
details{margin:.25rem 0;padding:.375rem .75rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--raised)}
summary{cursor:pointer;overflow-wrap:anywhere}summary b[data-is=failed]{color:var(--bad)}
summary b[data-is=passed]{color:var(--good)}figure{margin:.5rem 0}audio{display:block;width:100%}
h2{margin:.75rem 0 0;font-size:1rem}
pre{margin:.5rem 0;padding:.75rem;border-radius:.375rem;background:var(--paper);font:.8125rem/1.45 ui-monospace,
monospace;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
`;

/** A report as one page to read: what failed stands first and open, each check with requests, answers and sound. */
export function writeHtml(head: ReportHead, rows: readonly ReportRow[], language: InterfaceLanguage): string {
  const counts = countOutcomes(rows);
  const order = ["failed", "not_judged", "passed"] as const;
  const said = order.map((outcome) => `${counts[outcome]} ${outcomeTexts[outcome][language]}`).join(" · ");
  const about = [new Date(head.at).toISOString(), ...head.services].join(" · ");
  return [
    `<!doctype html>\n<html lang="${language === "zh" ? "zh-CN" : "en"}">\n<head>\n<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${escapeText(policy)}">`,
    '<meta name="viewport" content="width=device-width">\n<meta name="referrer" content="no-referrer">',
    `<title>${escapeText(head.name)}</title>\n<style>${style}</style>\n</head>\n<body>`,
    `<header><h1>${escapeText(head.name)}</h1><p>${escapeText(about)}</p><p>${escapeText(said)}</p></header>\n<main>`,
    ...order.flatMap((each) => rows.filter(({ outcome }) => outcome === each)).map((row) => rowOf(row, language)),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

/** What the sound of the baseline is called beside the one of the run. */
const soundTexts = { now: { en: "Sound", zh: "声音" }, before: { en: "Sound of the baseline", zh: "基准的声音" } };

function player(sound: string | undefined, label: string): string {
  if (sound === undefined) return "";
  const name = escapeText(label);
  const address = escapeText(sound);
  // Headerless samples are played by no browser.
  const audio = /\.(?:mp3|wav)$/.test(sound)
    ? `<audio controls preload="none" src="${address}" aria-label="${name}"></audio>`
    : `<a href="${address}" download>${address}</a>`;
  return `<figure><figcaption>${name}</figcaption>${audio}</figure>`;
}

function rowOf({ check, record, outcome, sound, soundBefore, moved }: ReportRow, language: InterfaceLanguage): string {
  const { last } = record ?? {};
  const reason = outcome === "not_judged" ? last?.reason : undefined;
  const failures = failuresOf({ record, moved }, language).map((each) => `<li dir="auto">${escapeText(each)}</li>`);
  return [
    `<details${outcome === "failed" ? " open" : ""}><summary>`,
    `<b data-is="${outcome}">${outcomeTexts[outcome][language]}</b> `,
    `<span>${escapeText(check.section)}</span> ${escapeText(check.rule[language])} `,
    `<span>${escapeText(check.id)}</span></summary>`,
    reason === undefined ? "" : `<p>${escapeText(reasonTexts[reason][language])}</p>`,
    failures.length === 0 ? "" : `<ul>${failures.join("")}</ul>`,
    player(sound, soundTexts.now[language]),
    player(soundBefore, soundTexts.before[language]),
    ...sentSteps({ check, record }).map(({ name, request }, _, steps) => {
      const result = last?.steps.find((step) => step.name === name);
      const answer = result === undefined ? "–" : answerText(result);
      return [
        steps.length > 1 ? `<h2 dir="auto">${escapeText(name)}</h2>` : "",
        `<pre dir="auto">${escapeText(requestText(request))}</pre><pre dir="auto">${escapeText(answer)}</pre>`,
      ].join("");
    }),
    "</details>",
  ].join("");
}

const units = new Map<string, string>(Object.entries(unitsOfFigures));

/** An answer for the eye: its status, the headers that the service sent, figures and text. */
export function answerText({ status, headers, figures, codec, frames, text, heard, failure }: StepResult): string {
  const lines = [
    failure ?? "",
    status === undefined ? "" : `HTTP ${status}`,
    ...headersSent(headers).map(([name, value]) => `${name}: ${value}`),
    codec ?? "",
    frames === undefined ? "" : frames.replace(/b{4,}/g, (run) => `b×${run.length} `),
    Object.entries(figures)
      .map(([name, value]) => `${name} ${withUnit(rounded(value), units.get(name) ?? "")}`)
      .join(" · "),
    heard === undefined ? "" : `“${heard}”`,
  ];
  return [lines.filter((line) => line !== "").join("\n"), text ?? ""].filter((part) => part !== "").join("\n\n");
}
