import { createRequire } from "node:module";
import type { Recording } from "../../reference/recording.ts";

type Libsamplerate = typeof import("@alexanderolsen/libsamplerate-js");

// Required and not imported: the package says it is an ES module but isn't, and loaders take that in different ways.
const { create, ConverterType }: Libsamplerate = createRequire(import.meta.url)("@alexanderolsen/libsamplerate-js");

/** The same sound at another sample rate, in Hz. */
export async function resample(recording: Recording, sampleRate: number): Promise<Recording> {
  if (recording.sampleRate === sampleRate) return recording;
  const converter = await create(1, recording.sampleRate, sampleRate, {
    converterType: ConverterType.SRC_SINC_FASTEST,
  });
  try {
    return { sampleRate, samples: converter.full(recording.samples) };
  } finally {
    converter.destroy();
  }
}
