import type { ReadableBytes } from "../base/byte-store.ts";
import type { AudioFormat } from "../base/format.ts";
import type { Now } from "../base/now.ts";
import { PlaybackError } from "../base/playback-error.ts";
import { createScope } from "../base/scope.ts";
import { createStore } from "../base/store.ts";
import type { DecodingWays } from "../decoders/create-decoder.ts";
import type { WebAudioSink } from "../output/web-audio-sink.ts";
import type { AudioOutput } from "./audio-output.ts";
import { createDecodeAhead, type DecodeAhead } from "./decode-ahead.ts";
import { createTrack } from "./encoded-track.ts";
import type { Playback, Player, PlayerState } from "./player.ts";
import { createPlayout, type Playout } from "./playout.ts";
import { type ArrivalHistory, createPrebufferPolicy, patientStart, quickStart } from "./prebuffer-policy.ts";

interface PcmPlayerOptions {
  readonly format: AudioFormat;
  /** What comes, kept by another: bytes are in it before they are appended here. */
  readonly received: ReadableBytes;
  /** How the last answers of the same service came. */
  readonly history?: ArrivalHistory | undefined;
  readonly capabilities: DecodingWays;
  readonly output: AudioOutput;
  readonly now: Now;
}

/**
 * Sound that is decoded ahead of what is heard, in seconds: enough for a page in the background, whose timers are slow.
 */
const lead = 8;
/** How often the player looks at what is heard, in milliseconds. */
const tick = 20;
/** A context that doesn't run after this long waits for a click, in milliseconds. */
const patience = 1_000;
/** Decoded sound without which it doesn't begin, in seconds; more than that is on its way through the decoder. */
const decodedStart = quickStart / 2;

/**
 * Plays what it decodes itself, through the page's audio context: MP3, WAV, PCM and mu-law, from the first piece on.
 */
export function createPcmPlayer({ format, received, history, capabilities, output, now }: PcmPlayerOptions): Player {
  const scope = createScope();
  const store = createStore<PlayerState>({
    playback: { status: "paused" },
    duration: undefined,
    firstSound: undefined,
  });
  const track = createTrack(format, received);
  const policy = createPrebufferPolicy(history);
  let sink: WebAudioSink | undefined;
  let playout: Playout | undefined;
  let decodeAhead: DecodeAhead | undefined;
  let release: (() => void) | undefined;
  let ticking: (() => void) | undefined;
  let patient: (() => void) | undefined;
  let volume = 1;
  let muted = false;
  /** The second of the track where the playout's first frame stands. */
  let base = 0;
  /** Whether the silence in front is a pause that was asked for. */
  let keepsSilence = false;
  let wanted = false;
  let blocked = false;
  let over = false;
  /** The last moment in which the first sample that can be noticed wasn't even made. */
  let unmadeAt = 0;
  /** Nothing more comes; everything that came is decoded. */
  let finished = false;
  let decoded = false;
  let failure: PlaybackError | undefined;

  const length = (): number => (track.sampleRate === undefined ? 0 : track.samples / track.sampleRate);
  const position = (): number => base + (playout?.position(output.heard()) ?? 0);

  function derivePlayback(): Playback {
    if (failure !== undefined) return { status: "failed", error: failure };
    if (over) return { status: "ended" };
    if (blocked) return { status: "blocked" };
    if (!wanted) return { status: "paused" };
    return { status: playout?.status(output.heard()) === "sounding" ? "playing" : "waiting" };
  }

  function publish(): void {
    const before = store.getSnapshot();
    const derived = derivePlayback();
    const playback = derived.status === before.playback.status ? before.playback : derived;
    const duration = length() === 0 ? undefined : length();
    const firstSound = before.firstSound ?? findFirstSound();
    const same = playback === before.playback && duration === before.duration && firstSound === before.firstSound;
    if (!same) store.set({ playback, duration, firstSound });
  }

  /** The first sample that can be noticed counts as sound, when it is out; in pure silence its end does. */
  function findFirstSound(): number | undefined {
    const time = playout?.firstLoud;
    if (time === undefined || sink === undefined) return over ? now() : undefined;
    // A context that has just begun makes its first sound at once, and says that it is out.
    if (sink.time <= time) unmadeAt = now();
    if (output.heard() >= time) return Math.max(unmadeAt, output.clockOf(time));
    return over ? now() : undefined;
  }

  /** Decodes from `base` on. */
  function beginSupply(): void {
    decodeAhead?.dispose();
    decoded = false;
    const line = playout;
    if (line === undefined || sink === undefined) return;
    decodeAhead = createDecodeAhead({
      format,
      capabilities,
      track,
      from: Math.round(base * (track.sampleRate ?? 0)),
      sampleRate: sink.sampleRate,
      wants: () => line.ahead < lead,
      finished: () => finished,
      onAudio(channels) {
        line.push(channels);
        look();
      },
      onEnd() {
        decoded = true;
        line.end();
        look();
      },
      onError: fail,
    });
  }

  function fail(error: PlaybackError): void {
    failure ??= error;
    rest();
    publish();
  }

  /** Lets go of the output and of the clock. */
  function rest(): void {
    wanted = false;
    blocked = false;
    playout?.stop();
    for (const end of [release, ticking, patient]) end?.();
    release = undefined;
    ticking = undefined;
    patient = undefined;
  }

  function look(): void {
    if (scope.disposed || failure !== undefined || playout === undefined) return;
    playout.update();
    if (wanted) {
      beginIfReady(playout);
      if (decoded && playout.status(output.heard()) === "ended") finish();
    }
    publish();
    decodeAhead?.wake();
  }

  function beginIfReady(line: Playout): void {
    if (line.started) return;
    if (line.ranDry) policy.ranDry();
    // An encoder's delay or a breath before the first word is no reason to wait longer for the word.
    if (base === 0 && !keepsSilence) line.skipSilence();
    const available = length() - base - line.next;
    if (!policy.mayStart({ available, ended: finished })) return;
    if (!decoded && (line.ahead < decodedStart || !(line.hasSound || line.ahead >= patientStart))) return;
    line.start();
    policy.began();
  }

  function finish(): void {
    if (length() === 0 && track.sampleRate === undefined) {
      fail(new PlaybackError("undecodable", "There is no sound in this."));
      return;
    }
    over = true;
    publish();
    rest();
  }

  function start(): void {
    wanted = true;
    // Held anew with each click, since only inside one a browser lets a context run again.
    const held = scope.own(output.hold());
    release?.();
    release = held;
    if (sink === undefined) {
      sink = output.open();
      sink.setVolume(muted ? 0 : volume);
      playout = createPlayout(sink);
      beginSupply();
    }
    ticking ??= scope.interval(look, tick);
    awaitOutput();
  }

  /** Says that a click is needed when the output doesn't run in time. */
  function awaitOutput(): void {
    patient?.();
    patient = undefined;
    blocked &&= !output.running;
    if (!wanted || output.running) return;
    patient = scope.timeout(() => {
      blocked = wanted && !output.running;
      publish();
    }, patience);
  }

  function moveTo(seconds: number): void {
    base = seconds;
    over = false;
    playout?.clear();
    beginSupply();
  }

  scope.own(
    output.subscribe(() => {
      awaitOutput();
      look();
    }),
  );
  scope.own(() => {
    decodeAhead?.dispose();
    rest();
    sink?.close();
  });

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    position,
    keepSilence() {
      keepsSilence = true;
    },
    append(bytes, since) {
      if (scope.disposed) return;
      try {
        track.note(bytes);
      } catch (error) {
        fail(new PlaybackError("unsupported", "The page can't read these samples.", error));
        return;
      }
      policy.came(track.arrived, now(), since);
      decodeAhead?.wake();
      look();
      publish();
    },
    end() {
      if (format.codec === "wav" && track.sampleRate === undefined) {
        fail(new PlaybackError("unsupported", "The samples' beginning didn't come."));
      }
      finished = true;
      decodeAhead?.wake();
      look();
    },
    play() {
      if (scope.disposed || failure !== undefined) return;
      blocked = false;
      try {
        if (over) moveTo(0);
        start();
      } catch (error) {
        fail(new PlaybackError("unsupported", "The browser gives no way to put out sound.", error));
      }
      look();
      publish();
    },
    pause() {
      rest();
      publish();
    },
    seek(seconds) {
      if (scope.disposed || failure !== undefined) return;
      const target = Math.min(Math.max(0, seconds), length());
      moveTo(target);
      over = finished && !wanted && length() > 0 && target >= length();
      look();
      publish();
    },
    setVolume(value) {
      volume = Math.min(1, Math.max(0, value));
      sink?.setVolume(muted ? 0 : volume);
    },
    setMuted(value) {
      muted = value;
      sink?.setVolume(muted ? 0 : volume);
    },
    setRate() {
      // A stream plays as it was spoken; the finished recording plays at any rate.
    },
    dispose() {
      scope.dispose();
    },
  };
}
