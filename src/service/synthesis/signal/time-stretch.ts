import { type SampleBuffer, Stretch } from "@soundtouchjs/core";
import { joinSamples } from "../../../contract/bytes.ts";
import { engineSampleRate } from "../formats.ts";

/** Speeds this close to the natural one aren't worth a stretch: 0.2 %. */
const imperceptible = 0.002;

export function isNatural(tempo: number): boolean {
  return Math.abs(tempo - 1) < imperceptible;
}

/** Speeds that the time-stretcher alone gives without being heard; beyond them an engine changes its rate as well. */
export function isNearNatural(speed: number): boolean {
  return speed >= 0.8 && speed <= 1.25;
}

/**
 * Changes the duration of speech and leaves its pitch, while it streams (WSOLA, from the SoundTouch library). One
 * instance serves one stretch of sound; `tempo` 2 makes it half as long.
 */
export class TimeStretch {
  readonly #stretch = new Stretch({ sampleRate: engineSampleRate, createBuffers: true });
  readonly #tempo: number;
  #taken = 0;
  #given = 0;

  constructor(tempo: number) {
    this.#tempo = tempo;
    // Zeros let the library choose the lengths of sequence and search for the tempo; 8 ms is its overlap.
    this.#stretch.setParameters(engineSampleRate, 0, 0, 8);
    this.#stretch.tempo = tempo;
  }

  /** Takes samples and returns those that are ready. */
  push(samples: Float32Array): Float32Array {
    this.#taken += samples.length;
    return this.#process(samples, Number.POSITIVE_INFINITY);
  }

  /** Returns the rest, so that everything given is exactly `taken / tempo` samples, or `total` where it is known. */
  finish(total = Math.round(this.#taken / this.#tempo)): Float32Array {
    const parts: Float32Array[] = [];
    const silence = new Float32Array(2_048);
    // The library holds back less than 200 ms; the silence pushes them out.
    while (this.#given < total) parts.push(this.#process(silence, total - this.#given));
    return joinSamples(parts);
  }

  #process(samples: Float32Array, most: number): Float32Array {
    const input = bufferOf(this.#stretch.inputBuffer);
    const output = bufferOf(this.#stretch.outputBuffer);
    input.putSamples(doubled(samples), 0, samples.length);
    this.#stretch.process();
    const frames = output.frameCount;
    if (frames === 0) return new Float32Array(0);
    const interleaved = new Float32Array(frames * 2);
    output.extract(interleaved, 0, frames);
    output.receive(frames);
    const ready = new Float32Array(Math.min(frames, most));
    for (let index = 0; index < ready.length; index++) ready[index] = interleaved[index * 2] ?? 0;
    this.#given += ready.length;
    return ready;
  }
}

/** The library works on two interleaved channels. */
function doubled(samples: Float32Array): Float32Array {
  const output = new Float32Array(samples.length * 2);
  for (let index = 0; index < samples.length; index++) {
    const value = samples[index] ?? 0;
    output[index * 2] = value;
    output[index * 2 + 1] = value;
  }
  return output;
}

function bufferOf(buffer: SampleBuffer | null): SampleBuffer {
  if (buffer === null) throw new Error("The time-stretcher was made without buffers.");
  return buffer;
}
