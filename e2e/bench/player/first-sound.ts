import type { BrowserName, DrivenBrowser, DrivenPage } from "../../browsers/driven.ts";
import { paced } from "../../paced-service.ts";
import { momentOf } from "../../sound-card/card.ts";
import { onsetOf } from "../../sound-card/measure.ts";
import { prepare, type Rung, rungs } from "../../sound-card/rungs.ts";
import { notePresses, shownFirstSound } from "../../sound-card/shown-first-sound.ts";
import { percentile, type Row, ratio } from "../table.ts";
import type { BareMethod } from "./bare-pages.ts";
import { peerOf, play, type Rig } from "./rig.ts";

const seconds = 1;
const pace = 3;

interface Contestant {
  readonly who: string;
  readonly rung: Rung;
  readonly open: () => Promise<DrivenPage>;
  readonly isOurs: boolean;
}

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

/** At most so many times the bare page of the same method. */
const goals: Readonly<Record<BrowserName, number>> = { chromium: 1.15, firefox: 1.3, webkit: 1.3 };

/**
 * Milliseconds from the first byte of audio that leaves the service to the first sound at the card, at three times real
 * time, each take in a new page: bare pages, which ask the service itself, and ours, which asks through its proxy, turn
 * by turn. Bare pages that begin with 100 ms, as ours does at the earliest, tell what of the difference that rule is.
 * Beside ours: how far the first sound that it shows is from the card's.
 */
export async function measureFirstSound(rig: Rig, browser: DrivenBrowser, runs: number): Promise<Row[]> {
  const prepared = new Map(await Promise.all(rungs.map(async (rung) => [rung, await prepare(rung, seconds)] as const)));
  const contestants: Contestant[] = [
    ...bareIn[browser.name].map((method) => ({
      who: `bare ${method}`,
      rung: rungOf[method],
      open: () => rig.openBare(browser, method),
      isOurs: false,
    })),
    ...rungs.map((rung) => ({
      who: `ours, ${rung}`,
      rung,
      open: () => rig.openOurs(browser, rung),
      isOurs: true,
    })),
  ];
  const times = new Map<string, number[]>(contestants.map(({ who }) => [who, []]));
  const errors = new Map<string, number[]>(contestants.map(({ who }) => [who, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const { who, rung, open, isOurs } of contestants) {
      const sound = prepared.get(rung);
      if (sound === undefined) continue;
      const page = await open();
      try {
        if (isOurs) await notePresses(page);
        const played = await play(rig, page, sound, paced(sound.bytes, seconds, pace));
        const onset = played && onsetOf(played.heard);
        if (played === undefined || onset === undefined) continue;
        const moment = momentOf(played.heard, onset);
        times.get(who)?.push(moment - played.firstByteAt);
        if (isOurs) errors.get(who)?.push((await shownFirstSound(page)) - moment);
      } finally {
        await page.close();
      }
    }
  }
  const median = (who: string): number | undefined => {
    const values = times.get(who) ?? [];
    return values.length === 0 ? undefined : percentile(values, 0.5);
  };
  return contestants.map(({ who, rung, isOurs }) => {
    const value = median(who);
    const peer = median(`bare ${peerOf(rung, browser.name)}`);
    const goal = goals[browser.name];
    const met = value !== undefined && peer !== undefined && value <= goal * peer;
    const off = errors.get(who) ?? [];
    return {
      "first sound": `${browser.version}: ${who}`,
      "median ms": value?.toFixed(0) ?? "not heard",
      "from to": range(times.get(who) ?? []),
      "/ bare": isOurs && value !== undefined ? ratio(value, peer) : "",
      goal: isOurs ? `${met ? "✓" : "✗"} ≤ ${goal}` : "",
      "shown − heard ms": off.length === 0 ? "" : percentile(off, 0.5).toFixed(0),
      heard: `${times.get(who)?.length ?? 0} of ${runs}`,
    };
  });
}

const range = (values: readonly number[]): string =>
  values.length === 0 ? "" : `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
