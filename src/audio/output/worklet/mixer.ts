import type { Samples } from "../../decoders/decoder.ts";
import { framesOf, type Piece } from "../sound-sink.ts";
import type { LineReport, LineRequest } from "./messages.ts";

/** Samples from a stretch's frame `at` on. */
interface Held {
  readonly at: number;
  readonly channels: readonly Samples[];
}

interface Running {
  readonly id: number;
  readonly earliest: number;
  readonly fadeIn: number;
  held: readonly Held[];
  /** The frame behind the last one that is held. */
  end: number;
  /** Frames that were made. */
  made: number;
  begun: boolean;
  /** Something came too late: nothing can be put behind what is held. */
  late: boolean;
  fade: { readonly from: number; readonly to: number } | undefined;
}

/**
 * The part of a line that makes its sound, block by block, where sound is made: it sounds its stretches one behind the
 * other, each from the next frame on that is made, and in each every sample behind the one before. What comes too late
 * for that isn't sounded.
 */
export function createMixer(report: (report: LineReport) => void) {
  let stretches: readonly Running[] = [];
  let closed = false;

  function finish({ id, made }: Running): void {
    stretches = stretches.filter((stretch) => stretch.id !== id);
    report({ type: "over", stretch: id, frames: made });
  }

  /** Puts `piece` from `frame` on, in the place of what was there. */
  function hold(stretch: Running, { sure, tail }: Piece, frame: number): void {
    const tailAt = frame + framesOf(sure);
    const added = [
      { at: frame, channels: sure },
      { at: tailAt, channels: tail },
    ].filter(({ channels }) => framesOf(channels) > 0);
    stretch.held = [...stretch.held.filter(({ at }) => at < frame), ...added];
    stretch.end = tailAt + framesOf(tail);
  }

  /** Makes what `stretch` has for `output` from `offset` on; returns where it stopped. */
  function make(stretch: Running, output: readonly Float32Array[], offset: number): number {
    const { fade, fadeIn, made } = stretch;
    const end = Math.min(stretch.end, fade?.to ?? stretch.end);
    const count = Math.max(0, Math.min((output[0]?.length ?? 0) - offset, end - made));
    for (const { at, channels } of stretch.held) {
      const [from, to] = [Math.max(at, made), Math.min(at + framesOf(channels), made + count)];
      for (const [index, target] of output.entries()) {
        const samples = channels[index] ?? channels[0];
        if (samples !== undefined && to > from) {
          target.set(samples.subarray(from - at, to - at), offset + from - made);
        }
      }
    }
    if (made < fadeIn || (fade !== undefined && made + count > fade.from)) {
      for (const target of output) {
        for (let index = 0; index < count; index += 1) {
          const frame = made + index;
          const down = fade === undefined || frame < fade.from ? 1 : (fade.to - frame) / (fade.to - fade.from);
          const up = frame < fadeIn ? frame / fadeIn : 1;
          target[offset + index] = (target[offset + index] ?? 0) * up * down;
        }
      }
    }
    stretch.made += count;
    stretch.held = stretch.held.filter(({ at, channels }) => at + framesOf(channels) > stretch.made);
    return offset + count;
  }

  return {
    receive(request: LineRequest): void {
      if (request.type === "close") {
        closed = true;
        return;
      }
      if (request.type === "begin") {
        const { stretch: id, earliest, fadeIn, piece } = request;
        const stretch = { id, earliest, fadeIn, held: [], end: 0, made: 0, begun: false, late: false, fade: undefined };
        hold(stretch, piece, 0);
        stretches = [...stretches, stretch];
        return;
      }
      const stretch = stretches.find(({ id }) => id === request.stretch);
      // One that ran out is over: nothing fits behind it any more.
      if (stretch === undefined) return;
      if (request.type === "cancel") finish(stretch);
      else if (request.type === "put") {
        stretch.late ||= request.frame < stretch.made;
        if (!stretch.late) hold(stretch, request.piece, request.frame);
      } else {
        const from = Math.max(request.from, stretch.made);
        stretch.fade = { from, to: from + request.to - request.from };
      }
    },
    /**
     * Adds the next samples to `output`, which is silent, from the context's frame `first` on. False when it is closed
     * and silent for good.
     */
    render(output: readonly Float32Array[], first: number): boolean {
      const length = output[0]?.length ?? 0;
      for (let offset = 0; offset < length; ) {
        const [stretch] = stretches;
        if (stretch === undefined) break;
        if (!stretch.begun) {
          offset = Math.max(offset, stretch.earliest - first);
          if (offset >= length) break;
          stretch.begun = true;
          report({ type: "began", stretch: stretch.id, frame: first + offset });
        }
        offset = make(stretch, output, offset);
        if (offset < length) finish(stretch);
      }
      const goesOn = !closed || stretches.length > 0;
      if (!goesOn) report({ type: "closed" });
      return goesOn;
    },
  };
}
