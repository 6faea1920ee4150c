import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { InTransaction } from "../storage/storage.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { NothingToSpeakError, type Synthesizer, type Utterance } from "../synthesis/synthesizer.ts";
import { type Segment, splitIntoSegments } from "../synthesis/text/segments.ts";
import { aroundPart } from "../synthesis/text/wrapped-lines.ts";
import type { JoinedSound } from "./joined-sound.ts";
import { placed, type SegmentTimes, shifted } from "./placing.ts";
import type { Retry } from "./retry.ts";
import type { Delivery, KeptSegment, SegmentStore, StoredSegment } from "./segment-store.ts";
import { samplesOf, segmentFormat, type TaskFiles } from "./task-files.ts";

export interface SegmentTools {
  readonly synthesizer: Synthesizer;
  readonly files: TaskFiles;
  readonly segments: SegmentStore;
  readonly retry: Retry;
  /** Told when a segment has been spoken and is kept. */
  readonly onKept: () => void;
}

export interface SegmentedTask {
  readonly id: string;
  readonly text: string;
  readonly delivery: Delivery;
  readonly extension: string;
}

/** The segments of a text; other work has its turn between them. */
export async function divide({ text, voice }: Utterance): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const segment of splitIntoSegments(text, voice.spokenLanguage)) {
    segments.push(segment);
    await setImmediate();
  }
  return segments;
}

/** The size of a task's sound in bytes, and its length in samples at the engine's rate. */
export interface JoinedTask {
  readonly bytes: number;
  readonly samples: number;
}

/**
 * Speaks a task segment by segment, and joins what was spoken meanwhile. Whatever an earlier process has kept is taken
 * as it is.
 *
 * @param onSpoken told how many characters have been spoken.
 */
export async function speakSegments(
  task: SegmentedTask,
  tools: SegmentTools,
  signal: AbortSignal,
  onSpoken: (characters: number) => void,
): Promise<JoinedTask> {
  const { segments: store, retry } = tools;
  const segments = await store.of(task.id);
  const spoken: KeptSegment[] = [];
  const sound = await SoundOfSegments.resume(task, segments.length, tools, signal);
  // One segment is joined while the next is spoken; none is further ahead, so that few samples lie on the disk.
  let joining = Promise.resolve();
  try {
    let characters = 0;
    for (const segment of segments) {
      const before = characters;
      const tell = (more: number): void => onSpoken(before + more);
      spoken.push(segment.spoken ?? (await retry(() => speakSegment(task, segment, tools, signal, tell), signal)));
      characters += segment.characters;
      onSpoken(characters);
      await joining;
      joining = sound.join([...spoken], signal);
      // Met by whoever awaits it next.
      joining.catch(() => undefined);
    }
    await joining;
  } finally {
    // Nothing writes on once this is over.
    await joining.catch(() => undefined);
  }
  return await sound.finish(spoken, signal);
}

/**
 * Joins what has been spoken of a task, as far as no segment is missing.
 *
 * @returns the whole, or how many segments have been joined.
 */
export async function joinSpoken(
  task: SegmentedTask,
  tools: SegmentTools,
  signal: AbortSignal,
): Promise<JoinedTask | number> {
  const segments = await tools.segments.of(task.id);
  const spoken: KeptSegment[] = [];
  for (const segment of segments) {
    if (segment.spoken === undefined) break;
    spoken.push(segment.spoken);
  }
  const sound = await SoundOfSegments.resume(task, segments.length, tools, signal);
  await sound.join(spoken, signal);
  return spoken.length < segments.length ? spoken.length : await sound.finish(spoken, signal);
}

/** The sound of a task, as far as its segments have been joined. */
class SoundOfSegments {
  readonly #id: string;
  readonly #count: number;
  readonly #joined: JoinedSound;
  readonly #tools: SegmentTools;

  private constructor(id: string, count: number, joined: JoinedSound, tools: SegmentTools) {
    this.#id = id;
    this.#count = count;
    this.#joined = joined;
    this.#tools = tools;
  }

  /** @param count of the task's segments. */
  static async resume(
    { id, delivery, extension }: SegmentedTask,
    count: number,
    tools: SegmentTools,
    signal: AbortSignal,
  ): Promise<SoundOfSegments> {
    const sound = { extension, format: delivery.format };
    const joined = await tools.retry(() => tools.files.joinedSound(id, sound, tools.synthesizer), signal);
    return new SoundOfSegments(id, count, joined, tools);
  }

  /**
   * Joins the segments that aren't joined yet, and frees the room of their samples. Silent ones are passed over, since
   * a text may have hundreds of them and each step costs a storage several requests.
   *
   * @param spoken the first segments of the task.
   */
  async join(spoken: readonly KeptSegment[], signal: AbortSignal): Promise<void> {
    const { files, retry } = this.#tools;
    const places = placed(spoken);
    const last = this.#count - 1;
    const joinable = [...spoken.entries()].filter(([number, { samples }]) => samples > 0 || number === last);
    const next = this.#joined.next ?? (await this.#guessNext(joinable, signal));
    for (const [number, { samples, kept }] of joinable.filter(([number]) => number >= next)) {
      const part = {
        number,
        silence: places[number]?.silence ?? 0,
        samples: samples === 0 ? undefined : samplesOf(this.#id, kept),
        isLast: number === last,
      };
      await retry(() => this.#joined.add(part, signal), signal);
      if (samples > 0) await retry(() => files.removeSamples(this.#id, kept), signal);
    }
  }

  /**
   * Where an older version has come to, whose checkpoint says how many parts there are: the first one counted every
   * segment, a later one those alone that are joined. What was joined has no samples any more.
   */
  async #guessNext(joinable: readonly (readonly [number, KeptSegment])[], signal: AbortSignal): Promise<number> {
    const { parts } = this.#joined;
    const counted = joinable[parts]?.[0] ?? Number.POSITIVE_INFINITY;
    const between = joinable.find(([number, { samples }]) => number >= parts && number < counted && samples > 0);
    if (between === undefined) return counted;
    const [, { kept }] = between;
    const isThere = await this.#tools.retry(() => this.#tools.files.hasSamples(this.#id, kept), signal);
    return isThere ? parts : counted;
  }

  /** @throws NothingToSpeakError where all of the segments are silent. */
  async finish(spoken: readonly KeptSegment[], signal: AbortSignal): Promise<JoinedTask> {
    const samples = placed(spoken).at(-1)?.end ?? 0;
    if (samples === 0) throw new NothingToSpeakError();
    await this.#tools.retry(() => this.#joined.finish(samples / engineSampleRate), signal);
    return { bytes: this.#joined.bytes, samples };
  }
}

/** The times of a task's segments on the time line of the whole; their sound must be kept. */
export async function* timesOfSegments(
  id: string,
  { files, segments: store }: Pick<SegmentTools, "files" | "segments">,
): AsyncGenerator<SegmentTimes> {
  const segments = await store.of(id);
  const places = placed(segments.map(({ spoken }) => spoken ?? { samples: 0, pause: 0 }));
  for (const [index, { spoken, textOffset }] of segments.entries()) {
    if (spoken === undefined || spoken.samples === 0) continue;
    const { words, sentences } = await files.timesOf(id, spoken.kept);
    const start = places[index]?.start ?? 0;
    yield {
      words: words.map((timing) => shifted(timing, start, textOffset)),
      sentences: sentences.map((timing) => shifted(timing, start, textOffset)),
      continues: segments[index - 1]?.goesOn === true && sentences[0]?.textOffset === 0,
    };
  }
}

/**
 * Speaks one segment, keeps its sound and its times, and marks it as spoken.
 *
 * @param onSpoken told how many of its characters have been spoken.
 * @param also writes down, in the transaction that marks it, what follows from it.
 */
export async function speakSegment(
  { id, text, delivery }: SegmentedTask,
  { number, start, length, goesOn }: StoredSegment,
  { synthesizer, files, segments, onKept }: SegmentTools,
  signal: AbortSignal,
  onSpoken: (characters: number) => void,
  also?: InTransaction,
): Promise<KeptSegment> {
  const utterance = {
    ...delivery,
    ...aroundPart(text, start, length),
    goesOn,
    text: text.slice(start, start + length),
    format: segmentFormat,
  };
  const kept = `${number}-${randomBytes(4).toString("hex")}`;
  const spoken = await (async () => {
    try {
      const synthesis = synthesizer.speak(utterance, signal, { headStart: number === 0 });
      await files.keepSegment(id, kept, synthesis, () => onSpoken(synthesis.charactersSpoken));
      const { durationSeconds, pause } = await synthesis.result;
      return {
        samples: Math.round(durationSeconds * engineSampleRate),
        pause: Math.round(pause * engineSampleRate),
        kept,
      };
    } catch (error) {
      // Signs that the engine has no word for: silence, unless there is nothing else in the text.
      if (error instanceof NothingToSpeakError) return { samples: 0, pause: 0, kept };
      throw error;
    }
  })();
  signal.throwIfAborted();
  await segments.markSpoken(id, number, spoken, also);
  onKept();
  return spoken;
}
