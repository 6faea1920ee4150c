import { appendFileSync } from "node:fs";
import type { BrowserName, DrivenBrowser, DrivenPage } from "../../browsers/driven.ts";
import { paced } from "../../paced-service.ts";
import { momentOf } from "../../sound-card/card.ts";
import { onsetOf } from "../../sound-card/measure.ts";
import { type Prepared, prepare, type Rung, rungs } from "../../sound-card/rungs.ts";
import { notePresses, shownFirstSound } from "../../sound-card/shown-first-sound.ts";
import { percentile, type Row } from "../table.ts";
import type { BareMethod } from "./bare-pages.ts";
import { momentsOf, noteMoments, type PageMoments, partsOf } from "./page-moments.ts";
import { peerOf, play, type Rig, reach } from "./rig.ts";

const seconds = 1;
const pace = 3;
/** In milliseconds. */
const tick = 20;

/** The rung whose sound a bare page plays. */
const rungOf: Readonly<Record<BareMethod, Rung>> = {
  "audio element": "MP3",
  MediaSource: "MP3",
  "WebCodecs to AudioContext": "MP3",
  "WebCodecs, from 100 ms on": "MP3",
  "samples to AudioContext": "PCM",
  "samples, from 100 ms on": "PCM",
  "finished blob": "WAV",
};

const decodedWays = ["WebCodecs to AudioContext", "WebCodecs, from 100 ms on"] as const;
const sampleWays = ["samples to AudioContext", "samples, from 100 ms on"] as const;
/** Firefox has no MP3 in MediaSource, and WebKitGTK none in WebCodecs. */
const bareIn: Readonly<Record<BrowserName, readonly BareMethod[]>> = {
  chromium: ["audio element", "MediaSource", ...decodedWays, ...sampleWays, "finished blob"],
  firefox: [...decodedWays, ...sampleWays, "finished blob"],
  webkit: ["MediaSource", ...sampleWays, "finished blob"],
};

/** At most so many times the bare page of the same method, at the median of the turns. */
const goalOf = (rung: Rung, browser: BrowserName): number => (browser === "webkit" || rung === "WAV" ? 1.3 : 1.15);
/** Nine in ten begin within so many times the median. */
const spreadGoal = 1.5;

/**
 * The presses on a page of ours: only from the second on it knows how the service's answers come, and from the third on
 * it forgets how it read the first. It then keeps that for the next visit.
 */
const presses = ["first press", "second press", "third press", "first press of a later visit"] as const;

/** One take, in milliseconds. */
interface Take {
  /** From the first byte to the first sound. */
  readonly time: number;
  /** How far the first sound that our page shows is from the card's. */
  readonly error?: number;
  readonly moments?: PageMoments;
  readonly heardAt: number;
}

/**
 * Milliseconds from the first byte of audio that leaves the service to the first sound at the card, at three times real
 * time: bare pages, which ask the service itself, and ours, which asks through its proxy, turn by turn. Bare pages that
 * begin with 100 ms, as ours does at the earliest, tell what of the difference that rule is. Beside ours: how far the
 * first sound that it shows is from the card's, and a second table that says where the time from the press on goes.
 */
export async function measureFirstSound(rig: Rig, browser: DrivenBrowser, runs: number): Promise<Row[][]> {
  const prepared = new Map(await Promise.all(rungs.map(async (rung) => [rung, await prepare(rung, seconds)] as const)));
  const methods = bareIn[browser.name];
  const ours = rungs.flatMap((rung) => presses.map((press) => ({ rung, who: `ours, ${rung}, ${press}` })));
  /** By who played, one for each turn; a take that nobody heard is missing. */
  const takes = new Map<string, (Take | undefined)[]>();
  const note = (who: string, take: Take | undefined) => takes.set(who, [...(takes.get(who) ?? []), take]);
  for (let run = 0; run < runs; run += 1) {
    for (const method of methods) {
      const page = await rig.openBare(browser, method);
      try {
        note(`bare ${method}`, await takeOf(rig, page, prepared.get(rungOf[method])));
      } finally {
        await page.close();
      }
    }
    for (const rung of rungs) {
      const page = await rig.openOurs(browser, rung);
      try {
        for (const press of presses) {
          if (press === presses[3]) await rig.comeBack(page);
          if (press === presses[0] || press === presses[3]) {
            await notePresses(page);
            await noteMoments(page);
            await reach(page);
          }
          const take = await takeOf(rig, page, prepared.get(rung));
          const who = `ours, ${rung}, ${press}`;
          if (take === undefined) note(who, undefined);
          else {
            const moments = await momentsOf(page);
            note(who, { ...take, moments, error: (await shownFirstSound(page)) - take.heardAt });
            keepLateness(`${browser.name}, ${press}`, moments, take.heardAt - take.time);
          }
        }
      } finally {
        await page.close();
      }
    }
  }
  const heardOf = (who: string) => (takes.get(who) ?? []).filter((take) => take !== undefined);
  const rowOf = (who: string): Row => {
    const all = heardOf(who);
    const times = all.map(({ time }) => time);
    const label = `${browser.version}: ${who}`;
    if (times.length === 0) return { "first sound": label, "median ms": "not heard" };
    const [middle, nine] = [percentile(times, 0.5), percentile(times, 0.9)];
    const errors = all.flatMap(({ error }) => error ?? []);
    return {
      "first sound": label,
      "median ms": middle.toFixed(0),
      "9 in 10": `${nine.toFixed(0)}${nine <= spreadGoal * middle ? "" : " ✗"}`,
      "/ bare": "",
      goal: "",
      "shown − heard ms": errors.length === 0 ? "" : percentile(errors, 0.5).toFixed(0),
      all: times.map((time) => time.toFixed(0)).join(" "),
    };
  };
  /** The median of what a take is to that of the bare page in the same turn. */
  const ratioOf = (who: string, peer: string): number | undefined => {
    const ratios = (takes.get(who) ?? []).flatMap((take, run) => {
      const beside = takes.get(peer)?.[run];
      return take === undefined || beside === undefined ? [] : [take.time / beside.time];
    });
    return ratios.length === 0 ? undefined : percentile(ratios, 0.5);
  };
  return [
    [
      ...methods.map((method) => rowOf(`bare ${method}`)),
      ...ours.map(({ who, rung }) => {
        const ratio = ratioOf(who, `bare ${peerOf(rung, browser.name)}`);
        const goal = goalOf(rung, browser.name);
        const met = ratio !== undefined && ratio <= goal ? "✓" : "✗";
        return {
          ...rowOf(who),
          "/ bare": ratio === undefined ? "" : `${ratio.toFixed(2)} ×`,
          goal: `${met} ≤ ${goal}`,
        };
      }),
    ],
    ours.map(({ who }) => ({
      "medians, ms": `${browser.version}: ${who}`,
      ...partsOf(heardOf(who).flatMap(({ moments, heardAt }) => (moments === undefined ? [] : [{ moments, heardAt }]))),
    })),
  ];
}

/**
 * Adds how late each tick was read to the file that BENCH_ARRIVALS names, in whole milliseconds: what
 * `read-late.fixture.ts` in `src/audio/players` is made of.
 */
function keepLateness(label: string, { reads }: PageMoments, firstByteAt: number): void {
  const file = process.env["BENCH_ARRIVALS"];
  if (file === undefined) return;
  const bytes = reads.reduce((sum, [, length]) => sum + length, 0);
  const count = Math.ceil((seconds * 1_000) / pace / tick);
  let [index, came] = [0, 0];
  const lateness: number[] = [];
  for (const [at, length] of reads) {
    came += length;
    for (; index < count && came >= Math.min(bytes, (index + 1) * Math.ceil(bytes / count)); index += 1) {
      lateness.push(Math.round(at - firstByteAt - index * tick));
    }
  }
  appendFileSync(file, `${JSON.stringify({ label, lateness })}\n`);
}

async function takeOf(rig: Rig, page: DrivenPage, sound: Prepared | undefined): Promise<Take | undefined> {
  if (sound === undefined) return undefined;
  const played = await play(rig, page, sound, paced(sound.bytes, seconds, pace, tick));
  const onset = played && onsetOf(played.heard);
  if (played === undefined || onset === undefined) return undefined;
  const heardAt = momentOf(played.heard, onset);
  return { time: heardAt - played.firstByteAt, heardAt };
}
