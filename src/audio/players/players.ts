import type { ReadableBytes } from "../base/byte-store.ts";
import { type AudioCapabilities, askDecoder, detectCapabilities } from "../base/capabilities.ts";
import type { AudioFormat } from "../base/format.ts";
import type { Now } from "../base/now.ts";
import type { DecodingWays } from "../decoders/create-decoder.ts";
import { prepareMpg123 } from "../decoders/mpg123.ts";
import { prepareResampler } from "../decoders/resampler.ts";
import { startWorkerDecoder } from "../decoders/worker-decoder.ts";
import { type AudioOutput, assumedLatencyOf, createAudioOutput, willWantLines } from "./audio-output.ts";
import { choosePlayer, type PlayerKind, wantsDecoder } from "./choose-player.ts";
import { createBlobPlayer, createRemotePlayer } from "./element-playback.ts";
import { createMediaSourcePlayer } from "./media-source-player.ts";
import { createPcmPlayer } from "./pcm-player.ts";
import type { Player } from "./player.ts";
import type { ArrivalHistory } from "./prebuffer-policy.ts";

export interface PlayerFactory {
  /** Makes ready what the first sound takes long for, because somebody is at the page and may press Speak. */
  prepare(): void;
  /**
   * The kind that begins earliest for `format` here. Call it inside a person's click before sound is wanted for the
   * first time: what the browser refuses is found then.
   */
  choose(format: AudioFormat): PlayerKind;
  /**
   * A player of `kind` for an answer of `format` that is `received` bit by bit, from a service whose last answers came
   * as `history` knows.
   */
  create(kind: PlayerKind, format: AudioFormat, received: ReadableBytes, history?: ArrivalHistory): Player;
  createFinished(): Player;
  /** A player of finished sound that stays at `url`, an address of the own origin. */
  createRemote(url: string): Player;
}

interface PlayerFactoryOptions {
  /** Makes an audio element, such as `() => new Audio()`. Each player gets its own. */
  readonly createElement: () => HTMLAudioElement;
  readonly now: Now;
  /** Asked of the browser when absent. */
  readonly capabilities?: AudioCapabilities;
  /** Where decoded sound goes; made with the first sound when absent. */
  readonly output?: AudioOutput;
}

/** The players that this browser can have. They share one audio context, made with the first that needs it. */
export function createPlayerFactory(options: PlayerFactoryOptions): PlayerFactory {
  const { createElement, now } = options;
  let capabilities: AudioCapabilities & DecodingWays = options.capabilities ?? detectCapabilities();
  let output = options.output;
  // Asked ahead of time: inside a click nothing may be waited for.
  const asked = askDecoder(capabilities).then((known) => {
    capabilities = known;
  });
  let decoderComes = false;
  if (willWantLines(globalThis.navigator?.userAgent ?? "")) {
    void import("../output/worklet/load-lines.ts").then(({ fetchLines }) => fetchLines()).catch(() => undefined);
  }

  async function loadDecoder(): Promise<void> {
    await asked;
    if (decoderComes) return;
    decoderComes = true;
    try {
      if (wantsDecoder(capabilities)) await prepareMpg123();
      else if (capabilities.mp3AudioDecoder !== undefined) {
        capabilities = { ...capabilities, mp3Beside: await startWorkerDecoder() };
      }
    } catch {
      decoderComes = false;
    }
  }

  function choose(format: AudioFormat): PlayerKind {
    const kind = choosePlayer(format, capabilities, decoderComes);
    const { audioContext } = capabilities;
    if (kind !== "pcm" || audioContext === undefined) return kind;
    const assumedLatency = assumedLatencyOf(navigator.userAgent);
    output ??= createAudioOutput({ AudioContext: audioContext, now, assumedLatency });
    if (output.prepare()) return kind;
    // The next best way for now; the browser may give one another time.
    return choosePlayer(format, { ...capabilities, audioContext: undefined });
  }

  return {
    prepare() {
      // Samples want context and filter, whatever plays MP3 until its decoder is there.
      if (choose({ codec: "wav" }) === "pcm") prepareResampler();
      void loadDecoder();
    },
    choose,
    create(kind, format, received, history) {
      const { mp3MediaSource } = capabilities;
      if (kind === "pcm" && output !== undefined) {
        return createPcmPlayer({ format, received, history, capabilities, output, now });
      }
      const element = createElement();
      if (kind === "media-source" && mp3MediaSource !== undefined) {
        return createMediaSourcePlayer({ element, now, MediaSource: mp3MediaSource, received, history });
      }
      return createBlobPlayer({ element, now });
    },
    createFinished: () => createBlobPlayer({ element: createElement(), now }),
    createRemote: (url) => createRemotePlayer({ element: createElement(), now, url }),
  };
}
