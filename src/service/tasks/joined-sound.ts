import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import * as z from "zod";
import { engineSampleRate } from "../synthesis/formats.ts";
import { streamingWavHeader } from "../synthesis/signal/encoder.ts";
import type { EncodingPart, SpeechFormat, Synthesizer } from "../synthesis/synthesizer.ts";
import { Appender, bytesInFront, writeFront } from "./sound-file.ts";
import { openToWrite, publish, unlessGone, writeWhole } from "./whole-files.ts";

const checkpointSchema = z.object({ parts: z.number(), bytes: z.number() });
/** How many parts are in the file, and how many bytes of it count. */
type Checkpoint = z.infer<typeof checkpointSchema>;

/** A part of a sound: silence, in samples, and behind it what a file holds, 16 bits each, little-endian. */
type JoinedPart = Pick<EncodingPart, "silence" | "file" | "isLast">;

type Mp3Format = Extract<SpeechFormat, { codec: "mp3" }>;

interface JoinedSoundOptions {
  /** The finished sound; it has another name until it is whole. */
  readonly path: string;
  /** Where is written how far the joining has come, and the encoder's state. */
  readonly checkpointPath: string;
  readonly format: SpeechFormat;
  readonly synthesizer: Synthesizer;
}

/** Whether sound of a format can be joined of parts; anything else is made in one go. */
export function canBeJoined(format: SpeechFormat): boolean {
  if (format.codec === "mp3") return true;
  return format.codec !== "pcm_mulaw" && format.sampleRate === engineSampleRate;
}

/**
 * The sound of a task, joined part by part. What is in the file depends on nothing but the parts: whenever the process
 * ends, the next one goes on behind the last part that was joined, and writes the very same bytes. MP3 is one stream of
 * one encoder, whose state is kept with the checkpoint, so that nothing tells where a part begins.
 */
export class JoinedSound {
  readonly #options: JoinedSoundOptions;
  #done: Checkpoint;
  #state: Uint8Array | undefined;

  private constructor(options: JoinedSoundOptions, done: Checkpoint, state: Uint8Array | undefined) {
    this.#options = options;
    this.#done = done;
    this.#state = state;
  }

  static async resume(options: JoinedSoundOptions): Promise<JoinedSound> {
    const kept = await unlessGone(readFile(options.checkpointPath));
    if (kept === undefined)
      return new JoinedSound(options, { parts: 0, bytes: bytesInFront(options.format) }, undefined);
    const line = kept.indexOf("\n");
    const state = kept.subarray(line + 1);
    const done = checkpointSchema.parse(JSON.parse(kept.toString("utf8", 0, line)));
    return new JoinedSound(options, done, state.length === 0 ? undefined : state);
  }

  /** How many parts have been joined. */
  get parts(): number {
    return this.#done.parts;
  }

  /** Size of the file so far, in bytes. */
  get bytes(): number {
    return this.#done.bytes;
  }

  /** Joins the next part. Done again after a failure, it replaces what was written. */
  async add(part: JoinedPart, signal: AbortSignal): Promise<void> {
    const { bytes: before } = this.#done;
    const file = await openToWrite(this.#growing);
    let state: Uint8Array | undefined;
    const body = new Appender(file, before);
    try {
      if (this.#options.format.codec === "mp3") state = await this.#encode(part, this.#options.format, body, signal);
      else await copy(part, body);
      await body.flush();
      await file.sync();
    } finally {
      await file.close();
    }
    const done = { parts: this.#done.parts + 1, bytes: body.end };
    await this.#keep(done, state);
    this.#done = done;
    this.#state = state;
  }

  /** Completes the sound once all parts are in it. Done again, it changes nothing. */
  async finish(durationSeconds: number): Promise<void> {
    const { path, format } = this.#options;
    const file = await unlessGone(open(this.#growing, "r+"));
    // An earlier process has finished it already.
    if (file === undefined) return;
    try {
      const { bytes: end } = this.#done;
      await file.truncate(end);
      const header = format.codec === "wav" ? streamingWavHeader(format.sampleRate) : new Uint8Array(4);
      if (format.codec === "mp3") await file.read(header, 0, header.length, bytesInFront(format));
      await writeFront(file, format, { header, end, durationSeconds });
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(this.#growing, path);
  }

  get #growing(): string {
    return `${this.#options.path}.joined`;
  }

  async #encode(part: JoinedPart, { bitrate }: Mp3Format, body: Appender, signal: AbortSignal) {
    const { bytes, state } = await this.#options.synthesizer.encode({ ...part, bitrate, state: this.#state }, signal);
    await body.add(bytes);
    return state;
  }

  async #keep(done: Checkpoint, state: Uint8Array | undefined): Promise<void> {
    const head = Buffer.from(`${JSON.stringify(done)}\n`);
    await writeWhole(this.#options.checkpointPath, Buffer.concat([head, state ?? new Uint8Array()]));
  }
}

async function copy({ silence, file }: JoinedPart, body: Appender): Promise<void> {
  await body.add(Buffer.alloc(2 * silence));
  if (file === undefined) return;
  for await (const bytes of createReadStream(file)) await body.add(bytes);
}
