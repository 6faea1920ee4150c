import type { RequestObserver } from "../../api/request-events.ts";
import { createPeaksReader } from "../../audio/analysis/peaks/peaks-reader.ts";
import { createByteStore } from "../../audio/base/byte-store.ts";
import { type AudioFormat, mediaTypeOf, sameFormat } from "../../audio/base/format.ts";
import type { AudioBytes, AudioPart, AudioSource } from "../../audio/base/source.ts";
import { createAudioMeter } from "../../audio/formats/audio-facts.ts";
import { createSoundJoiner, type SoundExtent, type SoundJoiner } from "../../audio/formats/sound-joiner.ts";
import { UnjoinableError } from "../../audio/formats/unjoinable.ts";
import { createRecorder, NoiseError, type Recorder, requireSound } from "../../audio/players/recorder.ts";
import { inTime } from "../page/wait.ts";
import { spokenText } from "../text/directions.ts";
import { estimateWords, type Quiet, quietIn } from "../text/estimated-times.ts";
import type { TakeLibrary } from "./library.ts";
import type { TakeDetails, TakePart, TakeRow } from "./take.ts";
import { PartGoneError } from "./take-error.ts";

export interface PartsOptions {
  readonly row: TakeRow;
  readonly details: TakeDetails;
  readonly library: Pick<TakeLibrary, "update" | "keepPart" | "part">;
  /** The answer to the request of a part; `observe` is told of everything that happens to it. */
  readonly send: (body: string, observe: RequestObserver) => AudioSource;
  readonly observe: RequestObserver;
  /** Whether an error says that nothing was begun, so that the part may be sent again unasked. */
  readonly wasRefused: (error: unknown) => boolean;
  /** Where it is quiet in the sound of a part; found by decoding it, when absent. */
  readonly listen?: (format: AudioFormat, recorder: Recorder) => Promise<readonly Quiet[]>;
}

/** Quiet that ends so near to a sound's end lasts to it, in seconds: as exactly as peaks tell. */
const nearEnd = 0.2;

/** So much of what is kept is read at once, in bytes. */
const pieceBytes = 256 * 1024;

/**
 * One sound of a take's parts: those that are kept, and behind them the answers to the requests of the others, which
 * are sent one after the other, each when it is written down that it is sent. What came of each is kept at once, so
 * that no reload loses it. Throws what a part's answer throws; then the sound ends with what came.
 */
export function partsSource({
  row,
  details,
  library,
  send,
  observe,
  wasRefused,
  listen = listenFor,
}: PartsOptions): AudioSource {
  return async function* speakParts(signal) {
    // What came when a part was sent before, here or in the take that this one repeats, is none of its answer.
    const parts = (details.parts ?? []).map((part) => (part.state === "done" ? part : { ...part, answer: undefined }));
    const spoken = spokenText(details.form.text, parts);
    const words: unknown[] = [];
    const state: { format?: AudioFormat; joiner?: SoundJoiner; meter?: ReturnType<typeof createAudioMeter> } = {};
    /** How long the part before ends in silence, in seconds: that is a part of the pause. */
    let silentBehind = 0;
    let first = parts.findIndex((part) => part.state !== "done");
    if (first < 0) first = parts.length;
    silentBehind = parts[first - 1]?.silentBehind ?? 0;

    /** Opens the whole with its first sound, or holds a further one to its format. */
    function open(format: AudioFormat): AudioPart | undefined {
      if (state.format !== undefined) {
        if (!sameFormat(state.format, format))
          throw new UnjoinableError(`${mediaTypeOf(format)} can't stand behind ${mediaTypeOf(state.format)}.`);
        return undefined;
      }
      state.joiner = createSoundJoiner(format);
      state.meter = createAudioMeter(format);
      state.format = format;
      return { type: "start", format, ...((parts[0]?.pause ?? 0) > 0 ? { pause: true } : {}) };
    }

    async function note(index: number, change: Partial<TakePart>, about: Partial<TakeRow> = {}): Promise<void> {
      const part = parts[index];
      if (part !== undefined) parts[index] = { ...part, ...change };
      await library.update(row.id, about, { parts: [...parts], words: [...words] });
    }

    // What was spoken before a reload goes through the joiner as one sound, which counts it.
    const kept = await keptParts(first);
    for (const blob of kept.blobs) {
      const start = kept.format && open(kept.format);
      if (start !== undefined) yield start;
      for (let at = 0; at < blob.size; at += pieceBytes) {
        const bytes = new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer());
        signal.throwIfAborted();
        if (at === 0 && blob === kept.blobs[0]) state.joiner?.begin(0);
        const joined = state.joiner?.push(bytes) ?? bytes;
        state.meter?.append(joined);
        yield { type: "audio", bytes: joined };
      }
    }
    for (const data of details.words.slice(0, kept.blobs.length)) {
      words.push(data);
      yield { type: "progress", data };
    }

    for (let index = kept.blobs.length; index < parts.length; index++) {
      yield* speakPart(index, signal);
    }
    const silence = state.joiner?.close(Math.max(0, (parts.at(-1)?.pauseBehind ?? 0) - silentBehind));
    if (silence !== undefined && silence.length > 0) {
      state.meter?.append(silence);
      yield { type: "audio", bytes: silence };
    }
    yield { type: "end" };

    async function keptParts(count: number): Promise<{ format?: AudioFormat; blobs: readonly Blob[] }> {
      const blobs: Blob[] = [];
      let format: AudioFormat | undefined;
      for (let index = 0; index < count; index++) {
        const sound = await library.part(row.id, index);
        if (sound === undefined) throw new PartGoneError();
        format ??= sound.format;
        blobs.push(sound.blob);
      }
      return { blobs, ...(format === undefined ? {} : { format }) };
    }

    async function* speakPart(index: number, aborting: AbortSignal): AsyncGenerator<AudioPart> {
      const part = parts[index];
      if (part === undefined) return;
      aborting.throwIfAborted();
      await note(index, { state: "sent" }, { unsent: undefined });
      aborting.throwIfAborted();
      const sound = createByteStore();
      let alone: Recorder | undefined;
      let answered = false;
      let answer: TakePart["answer"];
      const observePart: RequestObserver = (event) => {
        observe(event);
        if (event.type !== "headers") return;
        const { status, headers } = event;
        answer = { status, headers: headers.map(([name, value]) => [name, value]) };
      };
      const add = (bytes: AudioBytes): AudioPart => {
        sound.append(bytes);
        state.meter?.append(bytes);
        return { type: "audio", bytes };
      };
      try {
        for await (const piece of send(part.body, observePart)(aborting)) {
          if (piece.type === "start") {
            const start = open(piece.format);
            alone = createRecorder(piece.format);
            if (start !== undefined) yield { ...piece, ...start };
            const pause = Math.max(0, part.pause - silentBehind);
            yield add(state.joiner?.begin(pause) ?? new Uint8Array());
          } else if (piece.type === "audio") {
            alone?.append(piece.bytes);
            const joined = state.joiner?.push(piece.bytes) ?? piece.bytes;
            if (joined.length > 0) yield add(joined);
          } else if (piece.type === "end") answered = true;
        }
        if (!answered || alone === undefined || state.format === undefined || state.joiner === undefined) return;
        // By itself: in the whole, a part that is no sound would be lost among the others.
        requireSound({ facts: alone.facts() });
        const extent = state.joiner.end();
        // A head or a tag alone, or less than a sample.
        if (extent.to <= extent.from) throw new NoiseError();
        const data = await timesOf(index, part, extent, state.format, alone);
        const inspection = await inspect(alone, state.format);
        words.push(data);
        await keep(index, sound.slice(0, sound.length));
        answer = answer && { ...answer, inspection };
        await note(index, { state: "done", silentBehind, answer }, progressOf(index + 1));
        yield { type: "progress", data };
      } catch (error) {
        if (wasRefused(error)) await note(index, { state: "unsent", answer });
        throw error;
      } finally {
        if (parts[index]?.state === "sent") {
          if (answer !== undefined) await note(index, { answer });
          // Half a part is worth something to whoever listens, and was perhaps paid for.
          if (sound.length > 0) await keep(index, sound.slice(0, sound.length));
        }
      }
    }

    function progressOf(done: number): Partial<TakeRow> {
      return {
        parts: { count: parts.length, done },
        sound: "partial",
        format: state.format,
        facts: state.meter?.facts(),
      };
    }

    async function keep(index: number, blob: Blob): Promise<void> {
      if (state.format === undefined || state.meter === undefined) return;
      const { format, meter } = state;
      await library.keepPart(row.id, index, { format, facts: meter.facts(), blob });
    }

    /** When a part's words are heard: its begin and end exactly, all else by the text and the pauses. */
    async function timesOf(
      index: number,
      part: TakePart,
      extent: SoundExtent,
      format: AudioFormat,
      alone: Recorder,
    ): Promise<unknown> {
      const found = await listen(format, alone);
      const quiet = found.map(({ from, to }) => ({ from: from + extent.from, to: to + extent.from }));
      const last = quiet.at(-1);
      silentBehind = last !== undefined && last.to > extent.to - nearEnd ? extent.to - last.from : 0;
      const text = details.form.text.slice(part.start, part.end);
      const timestamps = estimateWords(text, spoken.starts[index] ?? part.start, extent, quiet);
      return { by: "page", unit: "seconds", granularity: "word", timestamps };
    }
  };
}

/** How long a part's sound is listened to at most before its words are put by the text alone, in milliseconds. */
const listeningPatience = 10_000;

async function listenFor(format: AudioFormat, recorder: Recorder): Promise<readonly Quiet[]> {
  const reader = createPeaksReader();
  reader.begin(format, recorder);
  reader.end();
  await inTime(reader.over, listeningPatience);
  const peaks = reader.getSnapshot();
  reader.dispose();
  return peaks === undefined ? [] : quietIn(peaks);
}

/**
 * What isn't as it should be in a part's own bytes, which the whole doesn't show any more. What looks is loaded when a
 * part is there, and its absence holds no part up.
 */
async function inspect(recorder: Recorder, format: AudioFormat): Promise<Record<string, number>> {
  let found: Record<string, number> = {};
  const looking = import("../remarks/note-remarks.ts").then(async ({ inspectPart }) => {
    found = await inspectPart(recorder.slice(0, recorder.bytes), format);
  });
  await inTime(
    looking.catch(() => undefined),
    listeningPatience,
  );
  return found;
}
