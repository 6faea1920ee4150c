import type { ContentStorage, OpenContent } from "../content/content-storage.ts";
import type { SpeechFormat, Synthesis, Synthesizer } from "../synthesis/synthesizer.ts";
import { JoinedSound } from "./joined-sound.ts";
import type { SegmentTimes } from "./placing.ts";
import { bytesInFront, writeSound } from "./sound-file.ts";
import { type Granularity, type TimesInTurn, timestampsDocument } from "./timestamps.ts";

interface SoundOptions {
  readonly extension: string;
  readonly format: SpeechFormat;
}

/** The tasks that a database knows: those that have ended and whose files exist, and those that haven't ended. */
interface KnownTasks {
  readonly ended: ReadonlySet<string>;
  readonly running: ReadonlySet<string>;
}

/** What another process may have left is removed from a shared storage when it is as old as this, in milliseconds. */
export const leftoverAge = 24 * 3_600_000;

/** The files of tasks: sound and timestamps, and while a task runs, what its segments left. */
export class TaskFiles {
  readonly #storage: ContentStorage;

  constructor(storage: ContentStorage) {
    this.#storage = storage;
  }

  /** @returns the size of the sound in bytes. */
  writeSound(
    id: string,
    { extension, format }: SoundOptions,
    synthesis: Synthesis,
    onBytes: () => void,
  ): Promise<number> {
    return this.#storage.create(nameOf(id, extension), bytesInFront(format), (write) =>
      writeSound(write, format, synthesis, onBytes),
    );
  }

  async writeTimestamps(id: string, granularity: Granularity, times: TimesInTurn): Promise<void> {
    await this.#storage.create(nameOf(id, timestampsExtension), 0, async (write) => {
      for await (const text of timestampsDocument(granularity, times)) await write(Buffer.from(text));
      return new Uint8Array();
    });
  }

  /**
   * Keeps the samples that a segment speaks, and its times before them.
   *
   * @param part what they are kept as: another name each time, so that nobody who was given up for dead replaces them.
   */
  async keepSegment(id: string, part: string, synthesis: Synthesis, onBytes: () => void): Promise<void> {
    await this.#storage.create(samplesOf(id, part), 0, async (write) => {
      const front = await writeSound(write, segmentFormat, synthesis, onBytes);
      const { words, sentences } = await synthesis.result;
      await this.#storage.put(timesOf(id, part), Buffer.from(JSON.stringify({ words, sentences })));
      return front;
    });
  }

  async timesOf(id: string, part: string): Promise<SegmentTimes> {
    const bytes = await this.#storage.read(timesOf(id, part));
    if (bytes === undefined) throw new Error(`the times of segment ${part} of ${id} are missing`);
    return JSON.parse(bytes.toString());
  }

  /** Frees the room of samples that were joined. */
  removeSamples(id: string, part: string): Promise<void> {
    return this.#storage.remove([samplesOf(id, part)]);
  }

  async hasSamples(id: string, part: string): Promise<boolean> {
    const content = await this.#storage.open(samplesOf(id, part));
    await content?.close();
    return content !== undefined;
  }

  /** The sound of a task that is joined of its segments, as far as it has come. */
  joinedSound(id: string, { extension, format }: SoundOptions, synthesizer: Synthesizer): Promise<JoinedSound> {
    const [name, checkpoint] = [nameOf(id, extension), nameOf(id, "checkpoint")];
    return JoinedSound.resume({ storage: this.#storage, name, checkpoint, format, synthesizer });
  }

  /** A task's file, open for reading; undefined when it is gone. */
  open(id: string, extension: string): Promise<OpenContent | undefined> {
    return this.#storage.open(nameOf(id, extension));
  }

  remove(id: string): Promise<void> {
    return this.#removeWhere(id, () => true);
  }

  /** Removes what only a running task needs. */
  removeWork(id: string): Promise<void> {
    return this.#removeWhere(id, isWork);
  }

  /**
   * Removes what is neither the result of a task nor what one that hasn't ended has kept so far. Whoever ends a task
   * removes its files: these are what a crash left. In a storage that is shared, another process may have begun a task
   * since the database was asked, or one that was given up for dead may still write: there they must be a day old.
   * What else lies there is somebody's own.
   *
   * @param known is asked when all files have been listed, since a task is in the database before it has files.
   * @param now in milliseconds of Unix time.
   */
  async removeLeftovers(known: () => KnownTasks | Promise<KnownTasks>, now: number): Promise<void> {
    const before = this.#storage.isShared ? now - leftoverAge : Number.POSITIVE_INFINITY;
    await this.#storage.removeUnfinished(taskStart, before);
    const names: string[] = [];
    for await (const { name, changedAt } of this.#storage.list(taskStart))
      if (changedAt < before && isOfTask.test(name)) names.push(name);
    const { ended, running } = await known();
    const isLeftover = (name: string): boolean => !running.has(idOf(name)) && (isWork(name) || !ended.has(idOf(name)));
    await this.#storage.remove(names.filter(isLeftover));
  }

  /** Whether other processes may keep files here, too. */
  get isShared(): boolean {
    return this.#storage.isShared;
  }

  async #removeWhere(id: string, isUnwanted: (name: string) => boolean): Promise<void> {
    const names: string[] = [];
    for await (const { name } of this.#storage.list(`${id}.`)) if (isUnwanted(name)) names.push(name);
    await this.#storage.remove(names);
  }
}

/** How every task's files begin: with its id, as `TaskStore.create` makes it. */
export const taskStart = "task_";
const isOfTask = /^task_[\w-]{24}\./;

export const timestampsExtension = "timestamps.json";

/** What segments are kept as: as they were made, since they are encoded as one sound. */
export const segmentFormat: SpeechFormat = { codec: "pcm_s16le", sampleRate: 22_050 };

/** The name under which a segment's samples are kept: 16 bits each, little-endian. */
export function samplesOf(id: string, part: string): string {
  return nameOf(id, `${part}.samples`);
}

function timesOf(id: string, part: string): string {
  return nameOf(id, `${part}.times`);
}

function isWork(name: string): boolean {
  return /\.(?:samples|times|checkpoint)$|\.joined(?:\.|$)/.test(name);
}

/** The name of a task's file. */
export function nameOf(id: string, extension: string): string {
  return `${id}.${extension}`;
}

function idOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}
