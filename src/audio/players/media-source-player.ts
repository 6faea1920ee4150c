import type { ReadableBytes } from "../base/byte-store.ts";
import type { MediaSourceConstructor } from "../base/capabilities.ts";
import { createOperationQueue } from "../base/operation-queue.ts";
import { PlaybackError } from "../base/playback-error.ts";
import { createScope } from "../base/scope.ts";
import type { AudioBytes } from "../base/source.ts";
import { createAudioMeter } from "../formats/audio-facts.ts";
import { mp3DecoderDelay } from "../formats/mp3-info-frame.ts";
import { createElementPlayback, type ElementPlayerOptions } from "./element-playback.ts";
import type { Player } from "./player.ts";
import { type ArrivalHistory, createPrebufferPolicy } from "./prebuffer-policy.ts";

interface MediaSourcePlayerOptions extends ElementPlayerOptions {
  readonly MediaSource: MediaSourceConstructor;
  /** What comes, kept by another: bytes are in it before they are appended here. */
  readonly received: ReadableBytes;
  /** How the last answers of the same service came. */
  readonly history?: ArrivalHistory | undefined;
}

/** So many bytes are appended at a time. */
const appendBytes = 128 * 1024;
/**
 * So much sound ahead of what is heard is enough, in seconds: the rest waits as bytes, outside of the browser's
 * decoder.
 */
const lead = 120;
/** When the buffer is full, sound is thrown away that lies further back than this, in seconds. */
const keptBehind = 10;

/**
 * Plays MP3 while it arrives. Everything that touches the SourceBuffer is an operation in one queue, since a buffer
 * takes one operation at a time. It is given nothing before enough is there to go on without a gap, since it begins by
 * itself; and not more than a lead. A full buffer first loses what has been heard, then waits until more has been
 * heard.
 */
export function createMediaSourcePlayer(options: MediaSourcePlayerOptions): Player {
  const { element, now, MediaSource, received, history } = options;
  const scope = createScope();
  const meter = createAudioMeter({ codec: "mp3" });
  const playback = createElementPlayback(element, scope, now, () => mp3DecoderDelay / (meter.facts().sampleRate ?? 1));
  const queue = createOperationQueue((error) => playback.fail(playbackErrorOf(error)));
  scope.own(() => queue.dispose());

  const mediaSource = new MediaSource();
  const rule = createPrebufferPolicy(history);
  let appended = 0;
  let finished = false;
  let flowing = false;
  /** Whether what flows has been seen to sound: before that, nothing can have run dry. */
  let sounding = false;
  let wake: () => void = () => undefined;
  let sourceBuffer: SourceBuffer | undefined;

  // A ManagedMediaSource never opens while the sound could be sent to another device.
  element.disableRemotePlayback = true;
  element.preload = "auto";
  const address = scope.objectUrl(mediaSource);
  playback.load(address.url);
  queue.add(open);

  async function open(): Promise<void> {
    if (mediaSource.readyState === "closed") await eventOf(mediaSource, "sourceopen");
    if (scope.disposed) return;
    address.release();
    sourceBuffer = mediaSource.addSourceBuffer("audio/mpeg");
  }

  /** Resolves with the next `type` of `target`; never when the player is disposed before. */
  function eventOf(target: EventTarget, type: string): Promise<void> {
    return new Promise((resolve) => {
      const end = scope.listen(target, type, () => {
        end();
        resolve();
      });
    });
  }

  /** Resolves when the buffer's operation is done; rejects when the bytes could not be decoded. */
  function updated(buffer: SourceBuffer): Promise<void> {
    return new Promise((resolve, reject) => {
      let broken = false;
      const endError = scope.listen(buffer, "error", () => {
        broken = true;
      });
      const endUpdate = scope.listen(buffer, "updateend", () => {
        endError();
        endUpdate();
        if (broken) reject(new PlaybackError("undecodable", "The browser cannot decode this MP3."));
        else resolve();
      });
    });
  }

  /** Resolves when `isTrue`; never when the player is disposed before. */
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const ahead = (): number => endOf(element.buffered) - element.currentTime;

  function mayFlow(): boolean {
    const available = (meter.facts().duration ?? 0) - element.currentTime;
    return rule.mayStart({ available, ended: finished });
  }

  /** Notices that the sound ran dry: then the next begins when enough is there again. */
  function watchFlow(): void {
    if (flowing && !element.paused && !element.seeking) {
      const hasSound = element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      sounding ||= hasSound && element.currentTime > 0;
      if (sounding && !hasSound && !finished && appended === received.length && ahead() < 0.1) {
        flowing = false;
        sounding = false;
        rule.ranDry();
      }
    }
    wake();
  }

  async function appendWaiting(): Promise<void> {
    while (appended < received.length && sourceBuffer !== undefined && mediaSource.readyState !== "closed") {
      await until(() => flowing || mayFlow());
      flowing = true;
      rule.began();
      await until(() => ahead() < lead);
      const bytes = await received.read(appended, appendBytes);
      if (scope.disposed) return;
      await appendPiece(sourceBuffer, bytes);
      appended += bytes.length;
    }
  }

  async function appendPiece(buffer: SourceBuffer, bytes: AudioBytes): Promise<void> {
    while (!scope.disposed && mediaSource.readyState !== "closed") {
      try {
        buffer.appendBuffer(bytes);
        return await updated(buffer);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        await makeRoom(buffer);
      }
    }
  }

  async function makeRoom(buffer: SourceBuffer): Promise<void> {
    const start = buffer.buffered.length === 0 ? 0 : buffer.buffered.start(0);
    const end = element.currentTime - keptBehind;
    if (end <= start) return eventOf(element, "timeupdate");
    buffer.remove(start, end);
    return updated(buffer);
  }

  for (const type of ["timeupdate", "seeking", "waiting", "playing"]) scope.listen(element, type, watchFlow);

  return {
    ...playback,
    append(bytes, since) {
      if (scope.disposed) return;
      meter.append(bytes);
      rule.came(meter.facts().duration ?? 0, now(), since);
      wake();
      queue.add(appendWaiting);
    },
    end() {
      finished = true;
      wake();
      queue.add(() => {
        if (!scope.disposed && mediaSource.readyState === "open") mediaSource.endOfStream();
      });
    },
    seek(seconds) {
      playback.seek(nearestBuffered(element.buffered, seconds));
    },
    dispose: () => scope.dispose(),
  };
}

function endOf(buffered: TimeRanges): number {
  return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
}

/** The moment nearest to `seconds` that is buffered: a seek to anywhere else would wait for sound that never comes. */
function nearestBuffered(buffered: TimeRanges, seconds: number): number {
  let nearest = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (let index = 0; index < buffered.length; index += 1) {
    const candidate = Math.min(Math.max(seconds, buffered.start(index)), buffered.end(index));
    if (Math.abs(candidate - seconds) < distance) {
      nearest = candidate;
      distance = Math.abs(candidate - seconds);
    }
  }
  return nearest;
}

function isQuotaError(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

function playbackErrorOf(error: unknown): PlaybackError {
  if (error instanceof PlaybackError) return error;
  return new PlaybackError("unknown", error instanceof Error ? error.message : String(error), error);
}
