import { measureMemory } from "../bench/player/memory.ts";
import { startRig } from "../bench/player/rig.ts";
import buildPrograms from "../build-programs.ts";
import { killAgainAndAgain } from "./kills.ts";
import { speakLongText } from "./long-text.ts";
import { canShare } from "./team.ts";
import { killTeam, seededRandom } from "./team-kills.ts";
import { measureTeamMemory } from "./team-memory.ts";

/** `npm run soak`: the long forms of the tests, with their figures. */
const failures: string[] = [];

function check(what: string, holds: boolean): void {
  console.log(`${holds ? "✓" : "✗"} ${what}`);
  if (!holds) failures.push(what);
}

await buildPrograms();

console.log("\n500,000 characters as one task, and a kill every 30 seconds");
// A little slower than natural, so that it lasts more than nine hours.
const long = await speakLongText(500_000, { speed: -0.3, killEvery: 30_000 });
const worst = Math.max(...long.lateErrors.map(Math.abs));
const { seams } = long;
check(
  `${Math.round(long.soundSeconds)} s of sound in ${Math.round(long.workSeconds)} s`,
  long.soundSeconds > 9 * 3_600,
);
check(`${long.kills} kills, ${long.lostSegments} of ${long.segments} segments lost`, long.lostSegments === 0);
check(`billed: ${long.bills.join(", ")}`, long.bills.join() === "charge 500000");
check(`memory up to ${((long.memory ?? 0) / 1e6).toFixed(0)} MB`, (long.memory ?? 0) < 300e6);
check(`decoded ${long.decodedSeconds.toFixed(3)} s`, Math.abs(long.decodedSeconds - long.soundSeconds) < 0.01);
check(`the last 20 sentences start within ${Math.round(worst * 1000)} ms of their times`, worst < 0.03);
const isGrowing = long.progress.every((percent, index) => percent >= (long.progress[index - 1] ?? 0));
check(`progress took ${new Set(long.progress).size} values and never went back`, isGrowing);
check(
  `pauses at ${seams.seams} seams differ by ${Math.round(seams.pauseDifference * 1000)} ms from the others, ` +
    `levels by ${seams.levelDifference.toFixed(2)} dB`,
  seams.pauseDifference < 0.01 && seams.pauseOutside < 0.03 && seams.levelDifference < 0.5,
);

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

if (canShare) {
  console.log("\n30 kills of two services, two workers, PostgreSQL and the way to S3");
  const seed = Number(process.env["SOAK_SEED"] ?? Math.floor(Math.random() * 1e9));
  const team = await killTeam({ kills: 30, random: seededRandom(seed) });
  const killed = Object.entries(team.kills).map(([what, count]) => `${what} ${count}`);
  check(`SOAK_SEED=${seed}: ${killed.join(", ")}`, killed.length === 4);
  check(
    `${team.requests} requests, ${team.sentAgain} times sent again, ${team.completed} tasks completed`,
    team.completed > 0,
  );
  check(
    team.faults.length === 0 ? "nothing lost, broken or billed twice" : team.faults.join("\n  "),
    team.faults.length === 0,
  );

  console.log("\n500,000 characters by a worker, into S3");
  const { service, worker, workSeconds, soundSeconds } = await measureTeamMemory(500_000);
  console.log(`${Math.round(soundSeconds)} s of sound in ${Math.round(workSeconds)} s`);
  check(`memory of the service up to ${(service / 1e6).toFixed(0)} MB`, service < 300e6);
  check(`memory of the worker up to ${(worker / 1e6).toFixed(0)} MB`, worker < 300e6);
} else console.log("\nNo kills of a team: install PostgreSQL and python3-swift for them");

console.log("\nAn hour of streamed MP3 in the player, as fast as it is taken");
const rig = await startRig(["chromium"]);
try {
  for (const candidate of rig.usable) {
    await rig.withBrowser(candidate, async (browser) => {
      const { sent, growth, seconds } = await measureMemory(rig, browser, 3_600);
      const bound = 400e6;
      check(
        `${browser.version} took ${(sent / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s ` +
          `and grew by ${(growth / 1e6).toFixed(0)} MB`,
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
