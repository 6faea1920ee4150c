import { routes } from "../../../src/contract/routes.ts";
import type { Part, Requirement } from "../requirement.ts";
import { percentile, type Row, ratio } from "../table.ts";
import { audioBody, modelList } from "./bodies.ts";
import { load } from "./load.ts";
import type { Program } from "./program.ts";

const rounds = 7;
const milliseconds = 1_500;
const connections = 32;
const warmUpAnswers = 6_000;
const mostWarmUps = 10;

/** What is compared, by the name that the table shows: `direct` first, then the proxies. */
export type Peers = Readonly<Record<string, Program>>;

/** The peers' names that verdicts speak of. */
export const peerNames = { direct: "direct", ours: "our proxy", bare: "bare node:http" } as const;

const speech = JSON.stringify({ model: "cloud-tts", input: "Good morning.", voice: "en-US-AriaNeural" });

const kinds = {
  audio: {
    title: "200 kB of audio",
    length: audioBody().length,
    request: (port: number) =>
      `POST ${routes.speech.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${speech.length}\r\n\r\n${speech}`,
  },
  json: {
    title: "small JSON",
    length: modelList.length,
    request: (port: number) => `GET ${routes.models.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  },
} as const;

interface Sample {
  readonly perSecond: number;
  /** Seconds of processor time for each answer. */
  readonly cpu: number | undefined;
  /** How many cores the load itself used. */
  readonly loadCores: number;
}

/** Requests per second for both kinds of answer, turn by turn, so that what else the machine does meets all alike. */
export async function measureThroughput(peers: Peers): Promise<Part[]> {
  const parts: Part[] = [];
  for (const [kind, { title, length, request }] of Object.entries(kinds)) {
    const samples = new Map(Object.keys(peers).map((name) => [name, [] as Sample[]]));
    for (const program of Object.values(peers)) await warmUp(program, Buffer.from(request(program.port)), length);
    for (let round = 0; round < rounds; round++) {
      for (const [name, program] of Object.entries(peers)) {
        samples.get(name)?.push(await measure(program, Buffer.from(request(program.port)), length));
      }
    }
    parts.push({
      rows: rowsOf(title, length, samples),
      requirements: [...(kind === "audio" ? [audioRequirement(samples)] : []), loadRequirement(title, samples)],
    });
  }
  return parts;
}

/**
 * Node compiles what runs often, and counts calls, not seconds: each program answers as many requests before it is
 * measured.
 */
async function warmUp(program: Program, request: Buffer, bodyLength: number): Promise<void> {
  let answers = 0;
  for (let turn = 0; answers < warmUpAnswers && turn < mostWarmUps; turn++) {
    answers += (await load({ port: program.port, request, bodyLength, connections, milliseconds })).answers;
  }
}

async function measure(program: Program, request: Buffer, bodyLength: number): Promise<Sample> {
  const before = await program.cpuSeconds();
  const { answers, seconds, cpuSeconds } = await load({
    port: program.port,
    request,
    bodyLength,
    connections,
    milliseconds,
  });
  const after = await program.cpuSeconds();
  return {
    perSecond: answers / seconds,
    cpu: before === undefined || after === undefined ? undefined : (after - before) / answers,
    loadCores: cpuSeconds / seconds,
  };
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

const speedOf = (samples: readonly Sample[]): number =>
  percentile(
    samples.map(({ perSecond }) => perSecond),
    0.5,
  );

function rowsOf(title: string, length: number, samples: Samples): Row[] {
  const peer = (name: string) => speedOf(samples.get(name) ?? []);
  return [...samples].map(([name, values]) => {
    const speed = speedOf(values);
    const cpu = values.flatMap((value) => (value.cpu === undefined ? [] : [value.cpu]));
    return {
      [`${title}, ${connections} connections`]: name,
      "requests/s": Math.round(speed),
      "MB/s": ((speed * length) / 1e6).toFixed(1),
      "/ direct": ratio(speed, peer(peerNames.direct)),
      "/ bare": ratio(speed, peer(peerNames.bare)),
      "its CPU µs a request": cpu.length === 0 ? "unknown" : Math.round(percentile(cpu, 0.5) * 1e6),
      "cores of the load": percentile(
        values.map(({ loadCores }) => loadCores),
        0.5,
      ).toFixed(2),
    };
  });
}

/** The median of the rounds' ratios: what meets one round meets both, so a ratio moves less than either speed. */
function audioRequirement(samples: Samples): Requirement {
  const ours = samples.get(peerNames.ours) ?? [];
  const bare = samples.get(peerNames.bare) ?? [];
  const ratios = ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN));
  return {
    what: "audio: our proxy / bare node:http, median of the rounds",
    value: percentile(ratios, 0.5),
    bound: { atLeast: 0.9 },
  };
}

/** If load and service alone aren't much faster than with a proxy between, they are what was measured. */
function loadRequirement(title: string, samples: Samples): Requirement {
  const fastest = Math.max(
    ...[...samples].filter(([name]) => name !== peerNames.direct).map(([, values]) => speedOf(values)),
  );
  return {
    what: `${title}: direct / the fastest proxy, so that neither load nor service is what is measured`,
    value: speedOf(samples.get(peerNames.direct) ?? []) / fastest,
    bound: { atLeast: 1.25 },
  };
}
