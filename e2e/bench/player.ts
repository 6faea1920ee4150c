import { type Candidate, describeCandidates, findCandidates } from "../browsers/drive.ts";
import { browserNames, type DrivenBrowser } from "../browsers/driven.ts";
import buildPrograms from "../build-programs.ts";
import { cardRate, measureFloor } from "../sound-card/card.ts";
import { murmur } from "../sound-card/signal.ts";
import { measureFirstSound } from "./player/first-sound.ts";
import { measureGaps } from "./player/gaps.ts";
import { measureMemory } from "./player/memory.ts";
import { measurePresses } from "./player/press.ts";
import { type Rig, startRig } from "./player/rig.ts";
import { percentile, printTable, type Row } from "./table.ts";

const runs = Number(process.env["BENCH_RUNS"] ?? 5);
type MeasuredPart = (browser: DrivenBrowser) => Promise<Row[][]>;

/** In so many browsers, one after the other, a part is tried: WebKitGTK may die while it starts. */
const attempts = 2;
/** Seconds of sound over which memory is measured. */
const memorySeconds = 600;

/**
 * What the player adds to what physics asks for, heard at a sound card, in every browser that is here: first sound
 * after the first byte beside bare pages of the same run, the way from a press to the sound, gaps, and memory over ten
 * minutes of sound. `BENCH_BROWSERS` names some of the browsers and `BENCH_PARTS` some of the parts, comma-separated;
 * `BENCH_RUNS` says how often each is heard. Where a browser dies, or doesn't answer, its part is tried in another one.
 */
export async function benchPlayer(): Promise<void> {
  buildPrograms();
  const wanted = process.env["BENCH_BROWSERS"]?.split(",");
  const rig = await startRig(browserNames.filter((name) => wanted === undefined || wanted.includes(name)));
  try {
    console.log(describeCandidates(findCandidates()));
    const floors: number[] = [];
    for (let run = 0; run < runs; run += 1) floors.push(await measureFloor(rig.card, murmur(0.3, cardRate)));
    console.log(`The floor, decoded sound straight to the card: ${percentile(floors, 0.5).toFixed(0)} ms`);
    const parts: Readonly<Record<string, MeasuredPart>> = {
      sound: (browser) => measureFirstSound(rig, browser, runs),
      press: async (browser) => [await measurePresses(rig, browser, runs)],
      gaps: async (browser) => [await measureGaps(rig, browser)],
      memory: async (browser) => [await memoryRows(rig, browser)],
    };
    const wantedParts = process.env["BENCH_PARTS"]?.split(",");
    for (const candidate of rig.usable) {
      for (const [name, part] of Object.entries(parts)) {
        if (wantedParts?.includes(name) === false) continue;
        if (!(await printPart(rig, candidate, name, part))) process.exitCode = 1;
      }
    }
  } finally {
    await rig.stop();
  }
}

/** Measures a part in one browser and prints it, in another one where that fails; false where all fail. */
async function printPart(rig: Rig, candidate: Candidate, name: string, part: MeasuredPart): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      for (const rows of await rig.withBrowser(candidate, part)) console.log(`\n${printTable(rows)}`);
      return true;
    } catch (error) {
      console.log(`\n${candidate.name}, ${name}: not measured. ${error instanceof Error ? error.message : error}`);
    }
  }
  return false;
}

async function memoryRows(rig: Rig, browser: DrivenBrowser): Promise<Row[]> {
  const { sent, growth, heap, seconds } = await measureMemory(rig, browser, memorySeconds);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      memory: `${browser.version}: ${memorySeconds / 60} minutes of MP3, as fast as it is taken`,
      sent: megabytes(sent),
      "processes grew": megabytes(growth),
      "JavaScript heap": heap === undefined ? "unknown" : megabytes(heap),
      "taken in": `${seconds.toFixed(1)} s`,
    },
  ];
}
