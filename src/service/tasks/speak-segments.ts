import { setImmediate } from "node:timers/promises";
import { engineSampleRate } from "../synthesis/formats.ts";
import type { Synthesizer, Utterance } from "../synthesis/synthesizer.ts";
import { NothingToSpeakError } from "../synthesis/synthesizer.ts";
import { type Segment, splitIntoSegments } from "../synthesis/text/segments.ts";
import { placed, type SegmentTimes, shifted } from "./placing.ts";
import type { Retry } from "./retry.ts";
import type { Delivery, SegmentStore, SpokenSegment, StoredSegment } from "./segment-store.ts";
import { samplesOf, segmentFormat, type TaskFiles } from "./task-files.ts";

interface SegmentTools {
  readonly synthesizer: Synthesizer;
  readonly files: TaskFiles;
  readonly segments: SegmentStore;
  readonly retry: Retry;
  /** Told when a segment has been spoken and is kept. */
  readonly onKept: () => void;
}

interface SegmentedTask {
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

/**
 * Speaks a task segment by segment, and joins what was spoken meanwhile. Whatever an earlier process has kept is taken
 * as it is.
 *
 * @param onSpoken told how many characters have been spoken.
 * @returns the size of the sound in bytes and its length in samples at the engine's rate.
 */
export async function speakSegments(
  task: SegmentedTask,
  tools: SegmentTools,
  signal: AbortSignal,
  onSpoken: (characters: number) => void,
): Promise<{ readonly bytes: number; readonly samples: number }> {
  const { id, delivery, extension } = task;
  const { files, synthesizer, segments: store, retry } = tools;
  const segments = store.of(id);
  const spoken: SpokenSegment[] = [];
  const sound = { extension, format: delivery.format };
  const joined = await retry(() => files.joinedSound(id, sound, synthesizer), signal);
  const join = async (number: number, isLast: boolean): Promise<void> => {
    if (number < joined.parts) return;
    const { silence } = placed(spoken.slice(0, number + 1))[number] ?? { silence: 0 };
    const isSilent = spoken[number]?.samples === 0;
    const part = { silence, samples: isSilent ? undefined : samplesOf(id, number), isLast };
    await retry(() => joined.add(part, signal), signal);
    await retry(() => files.removeSamples(id, number), signal);
  };
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
      const { number } = segment;
      joining = join(number, number === segments.length - 1);
      // Met by whoever awaits it next.
      joining.catch(() => undefined);
    }
    await joining;
  } finally {
    // Nothing writes on once this is over.
    await joining.catch(() => undefined);
  }
  const samples = placed(spoken).at(-1)?.end ?? 0;
  if (samples === 0) throw new NothingToSpeakError();
  await retry(() => joined.finish(samples / engineSampleRate), signal);
  return { bytes: joined.bytes, samples };
}

/** The times of a task's segments on the time line of the whole; their sound must be kept. */
export async function* timesOfSegments(
  id: string,
  { files, segments: store }: Pick<SegmentTools, "files" | "segments">,
): AsyncGenerator<SegmentTimes> {
  const segments = store.of(id);
  const places = placed(segments.map(({ spoken }) => spoken ?? { samples: 0, pause: 0 }));
  for (const [index, { number, spoken, textOffset }] of segments.entries()) {
    if (spoken === undefined || spoken.samples === 0) continue;
    const { words, sentences } = await files.timesOf(id, number);
    const start = places[index]?.start ?? 0;
    yield {
      words: words.map((timing) => shifted(timing, start, textOffset)),
      sentences: sentences.map((timing) => shifted(timing, start, textOffset)),
      continues: segments[index - 1]?.goesOn === true && sentences[0]?.textOffset === 0,
    };
  }
}

async function speakSegment(
  { id, text, delivery }: SegmentedTask,
  { number, start, length, goesOn }: StoredSegment,
  { synthesizer, files, segments, onKept }: SegmentTools,
  signal: AbortSignal,
  onSpoken: (characters: number) => void,
): Promise<SpokenSegment> {
  const utterance = { ...delivery, text: text.slice(start, start + length), goesOn, format: segmentFormat };
  const spoken = await (async () => {
    try {
      const synthesis = synthesizer.speak(utterance, signal, { headStart: number === 0 });
      await files.keepSegment(id, number, synthesis, () => onSpoken(synthesis.charactersSpoken));
      const { durationSeconds, pause } = await synthesis.result;
      return { samples: Math.round(durationSeconds * engineSampleRate), pause: Math.round(pause * engineSampleRate) };
    } catch (error) {
      // Signs that the engine has no word for: silence, unless there is nothing else in the text.
      if (error instanceof NothingToSpeakError) return { samples: 0, pause: 0 };
      throw error;
    }
  })();
  signal.throwIfAborted();
  segments.markSpoken(id, number, spoken);
  onKept();
  return spoken;
}
