import type { DrivenBrowser, DrivenPage } from "../../browsers/driven.ts";
import { late, paced, stalled } from "../../paced-service.ts";
import { cardRate } from "../../sound-card/card.ts";
import { clicksOf, gapsOf, resumptionOf } from "../../sound-card/measure.ts";
import { prepare, type Rung } from "../../sound-card/rungs.ts";
import { createRandom, murmur } from "../../sound-card/signal.ts";
import type { Row } from "../table.ts";
import { type Played, play, type Rig } from "./rig.ts";

const streamed: readonly Rung[] = ["MP3", "PCM", "mu-law"];
const milliseconds = (seconds: number): string => (seconds * 1_000).toFixed(1);

/**
 * What is heard beside the speech when it comes late: at 1.05 times real time in ticks of 50 ms, each late by up to
 * 300 ms; and when nothing comes for two seconds, how it goes on.
 */
export async function measureGaps(rig: Rig, browser: DrivenBrowser): Promise<Row[]> {
  const rows: Row[] = [await measureControl(rig, browser)];
  for (const rung of streamed) rows.push(await measureLate(rig, browser, rung), await measureStall(rig, browser, rung));
  return rows;
}

/**
 * A bare page that has the whole sound before it begins: what is heard in it is the machine's own, and in every row.
 */
async function measureControl(rig: Rig, browser: DrivenBrowser): Promise<Row> {
  const seconds = 12;
  const sound = await prepare("WAV", seconds);
  const page = await rig.openBare(browser, "finished blob");
  try {
    const played = await play(rig, page, sound, [{ at: 0, bytes: sound.bytes }], 1.5);
    return {
      gaps: `${browser.version}: control, a bare page with the whole sound`,
      ...countsOf(played),
    };
  } finally {
    await page.close();
  }
}

/** How often it was silent, how long all together and at most, and how often it clicked. */
function countsOf(played: Played | undefined): Row {
  if (played === undefined) return { count: "not heard" };
  const lengths = gapsOf(played.heard).map(({ length }) => length / cardRate);
  return {
    count: lengths.length,
    "silent ms": milliseconds(lengths.reduce((sum, length) => sum + length, 0)),
    "longest ms": milliseconds(Math.max(0, ...lengths)),
    clicks: clicksOf(played.heard).length,
  };
}

async function measureLate(rig: Rig, browser: DrivenBrowser, rung: Rung): Promise<Row> {
  const seconds = 12;
  const sound = await prepare(rung, seconds);
  const page = await rig.openOurs(browser, rung);
  try {
    const steps = late(paced(sound.bytes, seconds, 1.05, 50), 300, createRandom(42));
    const played = await play(rig, page, sound, steps, 1.5);
    return { gaps: `${browser.version}: ${rung}, ticks late by up to 300 ms`, ...countsOf(played) };
  } finally {
    await page.close();
  }
}

async function measureStall(rig: Rig, browser: DrivenBrowser, rung: Rung): Promise<Row> {
  const seconds = 8;
  const sound = await prepare(rung, seconds);
  const page = await rig.openOurs(browser, rung);
  try {
    const steps = stalled(paced(sound.bytes, seconds, 1.1, 50), 3_000, 2_000);
    await watchWaiting(page);
    const played = await play(rig, page, sound, steps, 3);
    const gaps = played === undefined ? [] : gapsOf(played.heard);
    const [longest] = [...gaps].sort((a, b) => b.length - a.length);
    const label = `${browser.version}: ${rung}, nothing for 2 s`;
    if (played === undefined || longest === undefined) return { gaps: label, count: "not heard" };
    const { lostSeconds, likeness } = resumptionOf(murmur(seconds, cardRate), played.heard, longest);
    return {
      gaps: label,
      ...countsOf(played),
      "lost ms": milliseconds(lostSeconds),
      likeness: likeness.toFixed(3),
      "waiting seen": (await page.evaluate(() => document.documentElement.dataset["waitingSeen"] ?? "")) || "no",
    };
  } finally {
    await page.close();
  }
}

/** Notes when the player shows that it waits after sound was heard. */
async function watchWaiting(page: DrivenPage): Promise<void> {
  await page.evaluate(() => {
    let played = false;
    const look = () => {
      const waits = document.querySelector("section[aria-label=Player] button[data-waiting]") !== null;
      if (document.querySelector("section[aria-label=Player] button[aria-label=Pause]") !== null && !waits)
        played = true;
      if (played && waits) document.documentElement.dataset["waitingSeen"] = "yes";
    };
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
    return true;
  });
}
