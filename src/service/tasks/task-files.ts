import { type FileHandle, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechFormat, Synthesis, Synthesizer } from "../synthesis/synthesizer.ts";
import { JoinedSound } from "./joined-sound.ts";
import type { SegmentTimes } from "./placing.ts";
import { writeSoundFile } from "./sound-file.ts";
import { type Granularity, writeTimestamps } from "./timestamps.ts";
import { publish, unfinished, unlessGone, writeWhole } from "./whole-files.ts";

interface SoundOptions {
  readonly extension: string;
  readonly format: SpeechFormat;
}

/**
 * The files of tasks: sound and timestamps, and while a task runs, what its segments left. A file gets its name only
 * when it is whole and on the disk, so that a name never stands for a part of it, whenever the process ends.
 */
export class TaskFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the size of the sound in bytes. */
  async writeSound(
    id: string,
    { extension, format }: SoundOptions,
    synthesis: Synthesis,
    onBytes: () => void,
  ): Promise<number> {
    const path = this.#path(id, extension);
    const bytes = await writeSoundFile(path + unfinished, format, synthesis, onBytes);
    await publish(path + unfinished, path);
    return bytes;
  }

  async writeTimestamps(
    id: string,
    granularity: Granularity,
    times: AsyncIterable<SegmentTimes> | Iterable<SegmentTimes>,
  ): Promise<void> {
    const path = this.#path(id, timestampsExtension);
    await writeTimestamps(path + unfinished, granularity, times);
    await publish(path + unfinished, path);
  }

  /** Keeps the samples that a segment speaks and then its times. Done again, it replaces them. */
  async keepSegment(id: string, number: number, synthesis: Synthesis, onBytes: () => void): Promise<void> {
    const path = this.#path(id, samplesOf(number));
    await writeSoundFile(path + unfinished, segmentFormat, synthesis, onBytes);
    const { words, sentences } = await synthesis.result;
    await writeWhole(this.#path(id, timesOf(number)), Buffer.from(JSON.stringify({ words, sentences })));
    await publish(path + unfinished, path);
  }

  /** Where the samples of a segment are: 16 bits each, little-endian. */
  samplesOf(id: string, number: number): string {
    return this.#path(id, samplesOf(number));
  }

  async timesOf(id: string, number: number): Promise<SegmentTimes> {
    return JSON.parse(await readFile(this.#path(id, timesOf(number)), "utf8"));
  }

  /** Frees the room of samples that were joined. */
  removeSamples(id: string, number: number): Promise<void> {
    return rm(this.#path(id, samplesOf(number)), { force: true });
  }

  /** The sound of a task that is joined of its segments, as far as it has come. */
  joinedSound(id: string, { extension, format }: SoundOptions, synthesizer: Synthesizer): Promise<JoinedSound> {
    const checkpointPath = this.#path(id, "checkpoint");
    return JoinedSound.resume({ path: this.#path(id, extension), checkpointPath, format, synthesizer });
  }

  /** A task's file, open for reading; undefined when it is gone. */
  open(id: string, extension: string): Promise<FileHandle | undefined> {
    return unlessGone(open(this.#path(id, extension)));
  }

  async remove(id: string): Promise<void> {
    await this.#removeWhere((name) => idOf(name) === id);
  }

  /** Removes what only a running task needs. */
  async removeWork(id: string): Promise<void> {
    await this.#removeWhere((name) => idOf(name) === id && isWork(name));
  }

  /**
   * Removes what an earlier process left: every file that is neither the result of a task nor what one that hasn't
   * ended has kept so far.
   */
  async removeOthers({ ended, running }: { ended: ReadonlySet<string>; running: ReadonlySet<string> }): Promise<void> {
    await this.#removeWhere((name) => {
      if (name.endsWith(unfinished)) return true;
      return isWork(name) ? !running.has(idOf(name)) : !ended.has(idOf(name)) && !running.has(idOf(name));
    });
  }

  async #removeWhere(isUnwanted: (name: string) => boolean): Promise<void> {
    const names = (await readdir(this.#folder)).filter(isUnwanted);
    for (const name of names) await rm(join(this.#folder, name), { force: true });
  }

  #path(id: string, extension: string): string {
    return join(this.#folder, `${id}.${extension}`);
  }
}

export const timestampsExtension = "timestamps.json";

/** What segments are kept as: as they were made, since they are encoded as one sound. */
export const segmentFormat: SpeechFormat = { codec: "pcm_s16le", sampleRate: 22_050 };

function samplesOf(number: number): string {
  return `${number}.samples`;
}

function timesOf(number: number): string {
  return `${number}.times`;
}

function isWork(name: string): boolean {
  return /\.(?:samples|times|joined|checkpoint)(?:\.part)?$/.test(name);
}

function idOf(fileName: string): string {
  return fileName.slice(0, fileName.indexOf("."));
}
