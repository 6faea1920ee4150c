import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { untilGiven } from "../browsers/driven.ts";
import { within } from "../browsers/within.ts";
import type { Sound } from "./measure.ts";

/** The card's rate, in hertz. */
export const cardRate = 48_000;
/** How often the card takes and gives samples, in milliseconds. */
const blockMilliseconds = 5;

/** How long the card may put out nothing, in seconds. */
const cardPatience = 30;

/** A sound card that nobody hears: everything that is put out on it is recorded. */
export interface SoundCard {
  /** What programs need in their environment to use it: PULSE_SERVER. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the card has put out since `from` on this process's `performance.now()`, in milliseconds. */
  heardSince(from: number): Heard;
  /** Resolves once the card has put out everything up to this moment; rejects when it has ended, or stands still. */
  caughtUp(): Promise<void>;
  /** Forgets what was put out so far. */
  forget(): void;
  stop(): Promise<void>;
}

/** A recording and when it began. */
export interface Heard extends Sound {
  /** The moment of the first sample on `performance.now()` of this process, in milliseconds. */
  readonly startedAt: number;
}

/** The moment of a sample, in milliseconds on this process's `performance.now()`. */
export const momentOf = ({ startedAt, sampleRate }: Heard, index: number): number =>
  startedAt + (index / sampleRate) * 1_000;

/**
 * Starts a PulseAudio daemon of its own with a null sink, and records it.
 *
 * The null sink plays by the system's steady clock, so a count of samples is a time. Which time is learnt from when the
 * blocks arrive: none can arrive before it was put out, so the earliest arrival of all, against its count, is the truth
 * to within a block, however busy the machine is.
 */
export async function startSoundCard(): Promise<SoundCard> {
  const folder = await mkdtemp(join(tmpdir(), "sound-card-"));
  const socket = join(folder, "socket");
  const environment = { PULSE_SERVER: `unix:${socket}` };
  const own = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder, ...environment };
  const modules = [
    `module-null-sink sink_name=card rate=${cardRate} channels=1 format=s16le`,
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const daemon = spawn(
    "pulseaudio",
    [
      ...["-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes"],
      ...["--realtime=no", "--log-level=error", ...modules.flatMap((module) => ["-L", module])],
    ],
    { env: own, stdio: "ignore" },
  );
  const children: ChildProcess[] = [daemon];
  const kill = () => {
    for (const child of children) child.kill();
  };
  process.once("exit", kill);
  await untilGiven("the sound card", async () => {
    if (daemon.exitCode !== null) throw new Error(`pulseaudio ended with ${daemon.exitCode}`);
    const asked = spawn("pactl", ["info"], { env: own, stdio: "ignore" });
    const [code] = await once(asked, "exit");
    return code === 0 ? true : null;
  });
  const format = ["--raw", `--rate=${cardRate}`, "--channels=1", "--format=s16le"];
  const recorder = spawn(
    "parec",
    [
      ...format,
      "--device=card.monitor",
      `--latency-msec=${blockMilliseconds}`,
      `--process-time-msec=${blockMilliseconds}`,
    ],
    { env: own, stdio: ["ignore", "pipe", "ignore"] },
  );
  children.push(recorder);
  preferOver([daemon.pid, recorder.pid]);

  let chunks: { readonly first: number; readonly samples: Int16Array }[] = [];
  let count = 0;
  let zero = Number.POSITIVE_INFINITY;
  let odd: Buffer = Buffer.alloc(0);
  const waiting = new Set<() => void>();
  recorder.stdout.on("data", (chunk: Buffer) => {
    const arrived = performance.now();
    const bytes = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
    const length = Math.floor(bytes.length / 2);
    odd = bytes.subarray(length * 2);
    zero = Math.min(zero, arrived - (count / cardRate) * 1_000);
    chunks.push({ first: count, samples: Int16Array.from({ length }, (_, index) => bytes.readInt16LE(index * 2)) });
    count += length;
    for (const wake of waiting) wake();
  });
  for (const child of children) {
    child.once("exit", () => {
      for (const wake of waiting) wake();
    });
  }
  await once(recorder.stdout, "data");

  return {
    environment,
    heardSince(from) {
      const first = Math.max(chunks[0]?.first ?? 0, Math.round(((from - zero) / 1_000) * cardRate));
      const samples = new Float32Array(Math.max(0, count - first));
      for (const chunk of chunks) {
        if (chunk.first + chunk.samples.length <= first) continue;
        const skipped = Math.max(0, first - chunk.first);
        const offset = chunk.first - first;
        for (let index = skipped; index < chunk.samples.length; index += 1)
          samples[offset + index] = (chunk.samples[index] ?? 0) / 32_768;
      }
      return { samples, sampleRate: cardRate, startedAt: zero + (first / cardRate) * 1_000 };
    },
    async caughtUp() {
      const due = ((performance.now() - zero) / 1_000) * cardRate;
      const put = new Promise<void>((done, failed) => {
        const wake = () => {
          const dead = children.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
          if (count < due && dead === undefined) return;
          waiting.delete(wake);
          if (count >= due) done();
          else failed(new Error(`The sound card ended: ${dead?.spawnfile} is gone.`));
        };
        waiting.add(wake);
        wake();
      });
      await within(cardPatience, "the sound card to put out what is due", put);
    },
    forget() {
      chunks = [];
    },
    async stop() {
      const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const ended = running.map((child) => once(child, "exit"));
      kill();
      await Promise.all(ended);
      process.off("exit", kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A real card's clock waits for nobody: these processes go before the machine's other work, where they may. */
function preferOver(processes: readonly (number | undefined)[]): void {
  for (const id of processes) {
    try {
      if (id !== undefined) setPriority(id, -15);
    } catch {
      // Only root may.
    }
  }
}

/**
 * The time from handing decoded sound to the card until it is put out, in milliseconds: what no player can go below.
 * The player's connection is open and runs silently before, as an audio context's is.
 */
export async function measureFloor(card: SoundCard, { samples }: Sound): Promise<number> {
  const player = spawn(
    "pacat",
    ["--raw", `--rate=${cardRate}`, "--channels=1", "--format=s16le", "--latency-msec=20", "--playback"],
    { env: { ...process.env, ...card.environment }, stdio: ["pipe", "ignore", "ignore"] },
  );
  // A tenth of silence starts the stream; it has run dry when the sound comes.
  player.stdin.write(Buffer.alloc(cardRate / 5));
  await new Promise((wait) => setTimeout(wait, 600));
  const given = performance.now();
  player.stdin.end(Buffer.from(Int16Array.from(samples, (sample) => Math.round(sample * 32_767)).buffer));
  await once(player, "exit");
  await card.caughtUp();
  const heard = card.heardSince(given);
  const onset = heard.samples.findIndex((sample) => Math.abs(sample) > 0.005);
  if (onset < 0) throw new Error("Nothing was heard at the card.");
  return momentOf(heard, onset) - given;
}
