import { createMp3Encoder } from "wasm-media-encoders";
import { wavHeader } from "../../src/audio/formats/wav.ts";
import { joinBytes } from "../../src/contract/bytes.ts";
import type { OtherSounds } from "./mutations/mutation.ts";
import type { Bytes } from "./operations.ts";

/** Sounds in the place of others: some of the service's own, silence and noise. */
export async function otherSounds(mp3: Bytes, wav: Bytes): Promise<OtherSounds> {
  const [rate, seconds] = [22_050, 2] as const;
  const silence = new Float32Array(rate * seconds);
  let seed = 1;
  const noise = silence.map(() => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  });
  const zeros = new Uint8Array(rate * seconds * 2);
  return {
    mp3,
    wav,
    silentMp3: await mp3Of(silence, rate),
    noiseMp3: await mp3Of(noise, rate),
    silentWav: joinBytes([wavHeader({ codec: "pcm_s16le", sampleRate: rate, channels: 1 }, zeros.length), zeros]),
  };
}

async function mp3Of(samples: Float32Array<ArrayBuffer>, sampleRate: 22_050): Promise<Bytes> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 192 });
  return joinBytes([encoder.encode([samples]).slice(), encoder.finalize().slice()]);
}
