import { describeCandidates } from "../browsers/drive.ts";
import { browserNames } from "../browsers/driven.ts";
import buildPrograms from "../build-programs.ts";
import { cardRate, measureFloor } from "../sound-card/card.ts";
import { murmur } from "../sound-card/signal.ts";
import { measureFirstSound } from "./player/first-sound.ts";
import { measureGaps } from "./player/gaps.ts";
import { measureMemory } from "./player/memory.ts";
import { startRig } from "./player/rig.ts";
import { percentile, printTable } from "./table.ts";

const runs = 5;

/**
 * What the player adds to what physics asks for, heard at a sound card, in every browser that is here: first sound after
 * the first byte beside bare pages of the same run, gaps, and memory over ten minutes of sound. `BENCH_BROWSERS` names
 * some of the browsers, comma-separated.
 */
export async function benchPlayer(): Promise<void> {
  buildPrograms();
  const wanted = process.env["BENCH_BROWSERS"]?.split(",");
  const rig = await startRig(browserNames.filter((name) => wanted === undefined || wanted.includes(name)));
  try {
    console.log(describeCandidates(rig.candidates));
    const floors: number[] = [];
    for (let run = 0; run < runs; run += 1) floors.push(await measureFloor(rig.card, murmur(0.3, cardRate)));
    console.log(`The floor, decoded sound straight to the card: ${percentile(floors, 0.5).toFixed(0)} ms`);
    for (const browser of rig.browsers) {
      console.log(`\n${printTable(await measureFirstSound(rig, browser, runs))}`);
      console.log(`\n${printTable(await measureGaps(rig, browser))}`);
      if (browser.name !== "chromium") continue;
      const { sent, growth, heap, seconds } = await measureMemory(rig, browser, 600);
      const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
      const row = {
        memory: `${browser.version}: 10 minutes of MP3, as fast as it is taken`,
        sent: megabytes(sent),
        "processes grew": megabytes(growth),
        "JavaScript heap": heap === undefined ? "unknown" : megabytes(heap),
        "taken in": `${seconds.toFixed(1)} s`,
      };
      console.log(`\n${printTable([row])}`);
    }
  } finally {
    await rig.stop();
  }
}
