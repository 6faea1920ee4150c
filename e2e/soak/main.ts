import { measureMemory } from "../bench/player/memory.ts";
import { startRig } from "../bench/player/rig.ts";
import buildPrograms from "../build-programs.ts";
import { killAgainAndAgain } from "./kills.ts";
import { speakLongText } from "./long-text.ts";

/** `npm run soak`: the long forms of the tests, with their figures. */
const failures: string[] = [];

function check(what: string, holds: boolean): void {
  console.log(`${holds ? "✓" : "✗"} ${what}`);
  if (!holds) failures.push(what);
}

await buildPrograms();

console.log("\n500,000 characters as one task");
const long = await speakLongText(500_000);
const growth = (long.memoryGrowth ?? 0) / 1e6;
const worst = Math.max(...long.lateErrors.map(Math.abs));
check(`${Math.round(long.soundSeconds)} s of sound in ${Math.round(long.workSeconds)} s`, long.soundSeconds > 9_000);
check(`memory grew by ${growth.toFixed(1)} MB`, growth < 64);
check(`decoded ${long.decodedSeconds.toFixed(3)} s`, Math.abs(long.decodedSeconds - long.soundSeconds) < 0.01);
check(`the last 20 sentences start within ${Math.round(worst * 1000)} ms of their times`, worst < 0.06);
check(`progress took ${new Set(long.progress).size} values`, new Set(long.progress).size > 50);

console.log("\n50 kills at random moments");
const kills = await killAgainAndAgain(50, Math.random);
const { promised, completed, failed } = kills;
check(
  `${promised} tasks promised, ${completed} completed, ${failed} failed as they should`,
  completed + failed >= promised,
);
check(`${kills.interrupted} runs were interrupted`, kills.interrupted > 10);
check(
  kills.faults.length === 0 ? "nothing lost, stuck, broken or billed twice" : kills.faults.join("\n  "),
  kills.faults.length === 0,
);

console.log("\nAn hour of streamed MP3 in the player, as fast as it is taken");
const rig = await startRig(["chromium"]);
try {
  for (const candidate of rig.usable) {
    await rig.withBrowser(candidate, async (browser) => {
      const { sent, growth, seconds } = await measureMemory(rig, browser, 3_600);
      const bound = 400e6;
      check(
        `${browser.version} took ${(sent / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s and grew by ${(growth / 1e6).toFixed(0)} MB`,
        growth < bound,
      );
    });
  }
} finally {
  await rig.stop();
}

if (failures.length > 0) {
  console.error(`\n${failures.length} checks failed`);
  process.exitCode = 1;
}
