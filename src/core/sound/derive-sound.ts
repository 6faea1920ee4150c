import { type AudioFormat, isRateAssumed, isRaw } from "../../audio/base/format.ts";
import type { PlaybackError } from "../../audio/base/playback-error.ts";
import type { SessionSnapshot } from "../../audio/session/session.ts";
import { isSounding, isUnderWay, recordingOf } from "../../audio/session/session-state.ts";
import { type Circumstances, type Failure, readFailure } from "../takes/failure.ts";
import { deriveFigures, type Figures } from "../takes/figures.ts";
import type { Take } from "../takes/take.ts";

/** What the player bar shows of a take. */
export interface Sound {
  readonly status: SessionSnapshot["state"]["status"];
  /** Whether more may come. */
  readonly running: boolean;
  readonly playback: SessionSnapshot["state"]["playback"]["status"];
  /** Why it can't be played, where it can't. */
  readonly playbackError: PlaybackError["code"] | undefined;
  /** Whether its first sound may still come: a short answer is whole before it is heard. */
  readonly awaitsFirstSound: boolean;
  /** Whether the sound stands still in its middle, because the next of it isn't there yet. */
  readonly stalled: boolean;
  /** Seconds. */
  readonly duration: number | undefined;
  /** How fast it plays at this moment. */
  readonly rate: number;
  /** Whether a person can change that: only of what is whole. */
  readonly canSetRate: boolean;
  readonly figures: Figures;
  /** The short name of the format, such as `mp3`. */
  readonly format: string | undefined;
  /** Whether the sample rate in it is a guess. */
  readonly rateAssumed: boolean;
  /** What can be downloaded: everything that came, as a file that any player opens. It came in `format`. */
  readonly file: { readonly blob: Blob; readonly format: AudioFormat } | undefined;
  readonly failure: Failure | undefined;
}

/** Derives what is shown from a take and a snapshot of its session. */
export function deriveSound(take: Take, snapshot: SessionSnapshot, circumstances: Circumstances): Sound {
  const { state, times, duration, rate } = snapshot;
  const recording = recordingOf(state);
  const format = state.status === "receiving" ? state.format : recording?.format;
  const figures = deriveFigures(snapshot, take.network(), take.goesOn);
  const lastStall = times.stalls.at(-1);
  const running = isUnderWay(state);
  const mayBegin = running || (take.isAskedHere === true && isSounding(state.playback.status));
  return {
    status: state.status,
    running,
    playback: state.playback.status,
    playbackError: state.playback.status === "failed" ? state.playback.error.code : undefined,
    awaitsFirstSound: mayBegin && times.firstSound === undefined,
    stalled: lastStall !== undefined && lastStall.until === undefined,
    duration,
    rate,
    canSetRate: recording !== undefined && state.playback.status !== "failed",
    figures,
    format: format === undefined ? undefined : formatName(format, figures.bitrate),
    rateAssumed: isRateAssumed(format),
    file: recording && { blob: recording.playable, format: recording.format },
    failure: state.status === "failed" ? readFailure(state.error, take.model, circumstances) : undefined,
  };
}

function formatName(format: AudioFormat, bitrate: number | undefined): string {
  const name = format.codec === "other" ? format.mediaType.replace(/^audio\//, "") : format.codec;
  if (isRaw(format)) return `${name} ${format.sampleRate.toLocaleString("en")} Hz`;
  return bitrate === undefined ? name : `${name} ${bitrate}k`;
}
