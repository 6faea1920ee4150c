import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import type { EngineVoice, SynthesisResult, Synthesizer, Utterance } from "./synthesizer.ts";
import { planVoice } from "./voices/plan.ts";

/** The built worker that the tests' threads load. */
export const builtWorker = new URL("../../../dist/programs/synthesis-worker.js", import.meta.url);

/** The engine voice of a named voice of Model A. */
export function voiceNamed(name: string): EngineVoice {
  const voice = cloudVoices.find((candidate) => candidate.name === name);
  if (voice === undefined) throw new Error(`No voice is called ${name}.`);
  const plan = planVoice(voice, cloudVoices);
  if (plan === undefined) throw new Error(`${name} has no language.`);
  return plan;
}

/** An utterance that asks for nothing special, as samples, apart from what `changes` says. */
export function utteranceOf(changes: Partial<Utterance> & Pick<Utterance, "text">): Utterance {
  return {
    voice: voiceNamed("en-US-AriaNeural"),
    speed: 1,
    pitch: { multiplier: 1, offset: 0 },
    volume: 1,
    variation: 0,
    format: { codec: "pcm_s16le", sampleRate: 22_050 },
    ...changes,
  };
}

export interface Spoken extends SynthesisResult {
  readonly bytes: Uint8Array;
  /** The bytes as 16-bit samples, between −1 and 1; of meaning for `pcm_s16le` only. */
  readonly samples: Float32Array;
}

/** Speaks and gathers everything. */
export async function speakAll(
  synthesizer: Synthesizer,
  changes: Partial<Utterance> & Pick<Utterance, "text">,
): Promise<Spoken> {
  const synthesis = synthesizer.speak(utteranceOf(changes), new AbortController().signal);
  const parts: Uint8Array[] = [];
  for await (const part of synthesis) parts.push(part);
  const bytes = new Uint8Array(Buffer.concat(parts));
  return { ...(await synthesis.result), bytes, samples: samplesOf(bytes) };
}

function samplesOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: Math.floor(bytes.length / 2) },
    (_, index) => view.getInt16(index * 2, true) / 32_768,
  );
}
