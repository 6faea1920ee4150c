/** 16-bit samples as floats between −1 and 1. */
export function toFloats(samples: Int16Array): Float32Array {
  const output = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) output[index] = (samples[index] ?? 0) / 32_768;
  return output;
}
