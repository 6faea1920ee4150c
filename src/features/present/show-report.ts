import { cleanText, cleanValue } from "../../contract/clean.ts";
import { escapeText } from "../../contract/escape.ts";
import { findModel } from "../../contract/models/index.ts";
import type { Price } from "../../contract/prices.ts";
import { createBlobSink } from "../../core/archive/blob-sink.ts";
import { writeBase64 } from "../../core/archive/export-takes.ts";
import { smallSound } from "../../core/archive/small-sound.ts";
import { reportHead, reportSoundLimit, reportTail } from "../../core/archive/takes-report.ts";
import { languageTags } from "../../core/messages/languages.ts";
import { type ProgrammeItem, takesOf } from "../../core/programme/programme-item.ts";
import { agesOf } from "../../core/takes/age.ts";
import { describeEstimate, describeRowPrice, describeTake } from "../../core/takes/describe-take.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import type { BlindScore } from "../../core/takes/offers.ts";
import type { TakeId, TakeRow } from "../../core/takes/take.ts";
import { describeItem } from "./describe-item.ts";
import type { PresentTexts } from "./messages/index.ts";
import { type Figures, type FoundPrice, figuresOfShow, isShown, meanPrice } from "./show-figures.ts";

export interface ShowReportOptions {
  readonly library: Pick<TakeLibrary, "row" | "sound">;
  /** What a blind test came to; undefined where there was none. */
  readonly scoreOf: (item: ProgrammeItem & { readonly kind: "blind" }) => Promise<BlindScore | undefined>;
  readonly texts: PresentTexts;
  /** Unix time in milliseconds. */
  readonly made: number;
}

/**
 * A show as one page that plays by itself and prints: what was shown in its order, and the figures of each model. Takes
 * that failed aren't in it, nor is sound beyond `reportSoundLimit`; samples are compressed.
 */
export async function showReport(items: readonly ProgrammeItem[], options: ShowReportOptions): Promise<Blob> {
  const { library, scoreOf, texts, made } = options;
  const { messages, numbers, language } = texts;
  const { report } = messages;
  const sink = createBlobSink();
  // Whole: of an address its end is shown alone, in which nobody would know a password any more.
  const rowOf = (id: TakeId) => cleanValue(library.row(id));
  const rowsOf = (item: ProgrammeItem) => takesOf(item).map(rowOf).filter(isShown);
  const { models, all } = figuresOfShow(items.flatMap(rowsOf));
  let left = reportSoundLimit;

  /** Where a take's sound stands, by the take: it is there once. */
  const places = new Map<TakeId, number>();

  async function writeTake(row: TakeRow, place: number): Promise<void> {
    const { title, voice, model, pace, length, price } = describeTake(row, texts);
    const about = [voice, model, pace, length, price].filter(Boolean).join(" · ");
    sink.write(paragraph(about, "state"));
    sink.write(`<div class="script" dir="auto">${clean(title)}</div>\n`);
    const first = places.get(row.id);
    if (first !== undefined) {
      sink.write(`<p class="note"><a href="#${first}">${clean(report.soundAt(first))}</a></p>\n`);
      return;
    }
    const kept = await library.sound(row.id);
    const sound = kept && (await smallSound(kept));
    if (sound === undefined || sound.size > left) {
      sink.write(paragraph(report.noSound, "note"));
      return;
    }
    left -= sound.size;
    places.set(row.id, place);
    sink.write(`<audio controls preload="none" src="data:${escapeText(sound.type)};base64,`);
    await writeBase64(sink, sound, new AbortController().signal);
    sink.write('"></audio>\n');
  }

  const about = report.about(items.length, agesOf(language).exactly(made));
  sink.write(reportHead({ language: languageTags[language], title: report.title, about }));
  if (models.length > 0) {
    const rows = models.map((each) => [findModel(each.model)?.label ?? each.model, ...figuresText(each)]);
    sink.write(table(report.columns, rows, [report.total, ...figuresText(all)]));
  }
  for (const [index, item] of items.entries()) {
    const { title } = describeItem(item, rowsOf(item)[0], texts);
    sink.write(`<article id="${index + 1}">\n<h2 dir="auto">${numbers.integer(index + 1)}. ${clean(title)}</h2>\n`);
    sink.write(paragraph(messages.kinds[item.kind], "state"));
    if (item.kind === "slide") {
      if (item.text !== "") sink.write(`<div class="script" dir="auto">${clean(item.text)}</div>\n`);
      if (item.picture !== undefined) sink.write(`<img src="${escapeText(item.picture)}" alt="${clean(title)}">\n`);
    }
    if (item.kind === "blind") {
      const score = await scoreOf(item);
      const [one, other] = item.takes.map((id) => nameOf(rowOf(id), texts));
      if (score !== undefined) sink.write(paragraph(scoreText(one ?? "", other ?? "", score), "score"));
    }
    for (const row of rowsOf(item)) await writeTake(row, index + 1);
    sink.write("</article>\n");
  }
  sink.write(reportTail);
  return sink.blob("text/html;charset=utf-8");

  function scoreText(one: string, other: string, { question, rounds: [first, second], hands }: BlindScore): string {
    const won = `${one} ${numbers.integer(first)} : ${numbers.integer(second)} ${other}`;
    const said = question === "ab" ? won : report.told(first, second);
    return hands === undefined ? said : `${said} · ${report.hands(...hands)}`;
  }

  function figuresText({ takes, firstSound, seconds, meanSeconds, prices }: Figures): readonly string[] {
    const pricesText = (priceOf: (found: FoundPrice) => Price) =>
      prices
        .map((found) =>
          (found.isEstimate ? describeEstimate : describeRowPrice)(priceOf(found), found.multiplier, texts),
        )
        .join(" · ");
    return [
      numbers.integer(takes),
      firstSound === undefined ? "" : numbers.span(firstSound),
      meanSeconds === undefined ? "" : numbers.clock(meanSeconds),
      numbers.clock(seconds),
      pricesText(meanPrice),
      pricesText(({ price }) => price),
    ];
  }
}

function nameOf(row: TakeRow | undefined, texts: PresentTexts): string {
  if (row === undefined) return "";
  const { voice, model } = describeTake(row, texts);
  return [voice, model].filter(Boolean).join(" · ");
}

/** A text without keys and signed addresses, which mustn't leave, for HTML. */
const clean = (text: string): string => escapeText(cleanText(text));

const paragraph = (text: string, kind: string): string => `<p class="${kind}" dir="auto">${clean(text)}</p>\n`;

function table(head: readonly string[], rows: readonly (readonly string[])[], total: readonly string[]): string {
  const headed = (text: string) => `<th>${clean(text)}</th>`;
  const line = ([first = "", ...others]: readonly string[]) =>
    `<tr>${headed(first)}${others.map((text) => `<td>${clean(text) || "–"}</td>`).join("")}</tr>`;
  const body = rows.map((cells) => line(cells)).join("\n");
  const headings = `<thead><tr>${head.map(headed).join("")}</tr></thead>`;
  return `<table>\n${headings}\n<tbody>\n${body}\n</tbody>\n<tfoot>${line(total)}</tfoot>\n</table>\n`;
}
