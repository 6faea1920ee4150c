/** Below this the level is exactly what was asked for; above it peaks are bent softly towards full scale. */
const knee = 0.8;

/**
 * Multiplies samples between −1 and 1 by `gain`. Peaks above the knee are limited softly, so that a loud request sounds
 * fuller instead of clipping.
 */
export function applyLevel(samples: Float32Array, gain: number): Float32Array {
  const output = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const value = (samples[index] ?? 0) * gain;
    const size = Math.abs(value);
    output[index] =
      size <= knee ? value : Math.sign(value) * (knee + (1 - knee) * Math.tanh((size - knee) / (1 - knee)));
  }
  return output;
}

/** Floats between −1 and 1 as 16-bit samples. */
export function toIntegers(samples: Float32Array): Int16Array<ArrayBuffer> {
  const output = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    output[index] = Math.max(-32_768, Math.min(32_767, Math.round((samples[index] ?? 0) * 32_768)));
  }
  return output;
}
