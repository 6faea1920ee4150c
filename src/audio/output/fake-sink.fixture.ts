import type { Samples } from "../decoders/decoder.ts";
import { framesOf, type Piece, type SoundSink, type Stretch } from "./sound-sink.ts";

interface Put {
  readonly frame: number;
  readonly samples: Samples;
  end: number;
}

interface Fade {
  readonly from: number;
  readonly to: number;
  readonly up: boolean;
}

/** A sink whose time the test sets, and which can be asked what it has put out. */
export interface FakeSink extends SoundSink {
  time: number;
  /** Every sample that was put out up to now, zeros where nothing sounded. Throws when two sounded at once. */
  heard(): Samples;
}

/** A sink at time 0 with one channel. What comes too late is an error of the test's subject, and throws. */
export function createFakeSink(sampleRate: number, margin = 0.02): FakeSink {
  const stretches: { readonly puts: Put[]; readonly fades: Fade[] }[] = [];
  const sink = { sampleRate, margin, time: 0, open, heard };

  function open(): Stretch {
    const stretch = { puts: [] as Put[], fades: [] as Fade[] };
    stretches.push(stretch);
    let begun = 0;
    let tail: Put[] = [];
    function add([samples = new Float32Array()]: readonly Samples[], at: number): Put {
      const put: Put = { frame: Math.round(begun * sampleRate) + at, samples, end: Number.POSITIVE_INFINITY };
      stretch.puts.push(put);
      return put;
    }
    function put(piece: Piece, at: number): void {
      const when = begun + at / sampleRate;
      if (when < sink.time) throw new Error(`Sound for ${when} came at ${sink.time}.`);
      for (const old of tail) stretch.puts.splice(stretch.puts.indexOf(old), 1);
      add(piece.sure, at);
      tail = [add(piece.tail, at + framesOf(piece.sure))];
    }
    return {
      get time() {
        return begun;
      },
      get end() {
        return Number.POSITIVE_INFINITY;
      },
      begin(piece, earliest, fadeIn) {
        begun = Math.ceil(Math.max(sink.time + margin, earliest) * sampleRate) / sampleRate;
        put(piece, 0);
        if (fadeIn > 0) stretch.fades.push({ from: begun, to: begun + fadeIn, up: true });
      },
      put,
      fadeOut(first, last) {
        const [from, to] = [begun + first / sampleRate, begun + last / sampleRate];
        if (from < sink.time) throw new Error(`A fade for ${from} came at ${sink.time}.`);
        stretch.fades.push({ from, to, up: false });
        for (const put of stretch.puts) put.end = Math.round(to * sampleRate);
      },
      cancel() {
        stretch.puts.length = 0;
      },
    };
  }

  function heard(): Samples {
    const out = new Float32Array(Math.round(sink.time * sampleRate));
    const taken = new Uint8Array(out.length);
    for (const { puts, fades } of stretches) {
      for (const { frame, samples, end } of puts) {
        for (let index = 0; index < samples.length && frame + index < Math.min(end, out.length); index += 1) {
          const at = frame + index;
          if (taken[at] === 1) throw new Error(`Two samples at frame ${at}.`);
          taken[at] = 1;
          out[at] = (samples[index] ?? 0) * gain(fades, at / sampleRate);
        }
      }
    }
    return out;
  }

  return sink;
}

function gain(fades: readonly Fade[], time: number): number {
  return fades.reduce((product, { from, to, up }) => {
    const part = Math.min(1, Math.max(0, (time - from) / (to - from)));
    return product * (up ? part : 1 - part);
  }, 1);
}
