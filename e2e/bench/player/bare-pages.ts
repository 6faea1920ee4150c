import { routes } from "../../../src/contract/routes.ts";
import { sourceForPage } from "../../browsers/driven.ts";

/** What a bare page is told. */
interface BareOptions {
  readonly path: string;
  /** Of headerless samples, in hertz; of the MP3 otherwise. */
  readonly sampleRate: number;
  /** Seconds of sound that are gathered before it begins. */
  readonly hold: number;
}

async function playDecoded({ path, sampleRate, hold }: BareOptions): Promise<void> {
  const context = new AudioContext();
  let due = 0;
  let gathered = 0;
  const held: AudioBufferSourceNode[] = [];
  const decoder = new AudioDecoder({
    output(data) {
      const buffer = context.createBuffer(1, data.numberOfFrames, data.sampleRate);
      const samples = new Float32Array(data.numberOfFrames);
      data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
      data.close();
      buffer.copyToChannel(samples, 0);
      held.push(new AudioBufferSourceNode(context, { buffer }));
      gathered += buffer.duration;
      if (gathered < hold) return;
      for (const node of held.splice(0)) {
        node.connect(context.destination);
        due = Math.max(due, context.currentTime);
        node.start(due);
        due += node.buffer?.duration ?? 0;
      }
    },
    error: (error) => console.error(error.message),
  });
  decoder.configure({ codec: "mp3", sampleRate, numberOfChannels: 1 });
  const reply = await fetch(path, { method: "POST" });
  let rest = new Uint8Array();
  let timestamp = 0;
  const reader = reply.body?.getReader();
  for (;;) {
    const bytes = (await reader?.read())?.value;
    if (bytes === undefined) break;
    const joined = new Uint8Array(rest.length + bytes.length);
    joined.set(rest);
    joined.set(bytes, rest.length);
    rest = joined;
    for (;;) {
      // A frame of 192 kbit/s: its length is constant but for the padding that its header tells.
      const length = Math.floor((144 * 192_000) / sampleRate) + (((rest[2] ?? 0) >> 1) & 1);
      if (rest.length < length) break;
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data: rest.slice(0, length) }));
      timestamp += (1_152 / sampleRate) * 1e6;
      rest = rest.slice(length);
    }
  }
  await decoder.flush();
}

async function playSamples({ path, sampleRate, hold }: BareOptions): Promise<void> {
  const context = new AudioContext();
  let due = 0;
  let gathered = 0;
  const held: AudioBufferSourceNode[] = [];
  const reply = await fetch(path, { method: "POST" });
  let odd = new Uint8Array();
  const reader = reply.body?.getReader();
  for (;;) {
    const bytes = (await reader?.read())?.value;
    if (bytes === undefined) break;
    const joined = new Uint8Array(odd.length + bytes.length);
    joined.set(odd);
    joined.set(bytes, odd.length);
    const whole = joined.length - (joined.length % 2);
    odd = joined.slice(whole);
    const samples = Float32Array.from(new Int16Array(joined.buffer, 0, whole / 2), (sample) => sample / 32_768);
    if (samples.length === 0) continue;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    held.push(new AudioBufferSourceNode(context, { buffer }));
    gathered += buffer.duration;
    if (gathered < hold) continue;
    for (const node of held.splice(0)) {
      node.connect(context.destination);
      due = Math.max(due, context.currentTime);
      node.start(due);
      due += node.buffer?.duration ?? 0;
    }
  }
}

/**
 * The ways to play that our page is compared with: each as little code as will do, and no care for what goes wrong.
 * Bodies are read by a reader, since WebKitGTK can't iterate them.
 */
export const bareMethods = {
  "audio element": ({ path }: BareOptions): void => {
    const audio = new Audio(path);
    void audio.play();
  },

  "finished blob": async ({ path }: BareOptions): Promise<void> => {
    const audio = new Audio();
    const reply = await fetch(path, { method: "POST" });
    audio.src = URL.createObjectURL(await reply.blob());
    await audio.play();
  },

  MediaSource: async ({ path }: BareOptions): Promise<void> => {
    const source = new MediaSource();
    const audio = new Audio(URL.createObjectURL(source));
    void audio.play();
    await new Promise((opened) => source.addEventListener("sourceopen", opened, { once: true }));
    const buffer = source.addSourceBuffer("audio/mpeg");
    const reply = await fetch(path, { method: "POST" });
    const reader = reply.body?.getReader();
    for (;;) {
      const bytes = (await reader?.read())?.value;
      if (bytes === undefined) break;
      buffer.appendBuffer(bytes);
      await new Promise((done) => buffer.addEventListener("updateend", done, { once: true }));
    }
    source.endOfStream();
  },

  "WebCodecs to AudioContext": playDecoded,
  "WebCodecs, from 100 ms on": playDecoded,
  "samples to AudioContext": playSamples,
  "samples, from 100 ms on": playSamples,
} as const;
export type BareMethod = keyof typeof bareMethods;

/** The path of a bare page. */
export const barePath = (method: BareMethod): string => `/bare/${method.replaceAll(/\W+/g, "-").toLowerCase()}`;

/** The pages, each with a button that plays what the speech route answers. */
export function barePages(sampleRates: Readonly<Record<BareMethod, number>>): ReadonlyMap<string, string> {
  const methods = Object.keys(bareMethods).filter((name): name is BareMethod => name in bareMethods);
  return new Map(
    methods.map((method) => {
      const hold = method.includes("from 100 ms") ? 0.1 : 0;
      const options = JSON.stringify({ path: routes.speech.path, sampleRate: sampleRates[method], hold });
      const source = sourceForPage(bareMethods[method]);
      const script = `document.querySelector("button").onclick = () => (${source})(${options});`;
      return [
        barePath(method),
        `<!doctype html><title>${method}</title><button>Speak</button><script>${script}</script>`,
      ];
    }),
  );
}
