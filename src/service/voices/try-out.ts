import { joinSamples } from "../../contract/bytes.ts";
import { kindOf, type NeuralModel, referenceSampleRate } from "../engines/neural/model.ts";
import { ModelProcesses, usualLimits } from "../engines/neural/model-processes.ts";
import { encodeSound, type VoiceReference } from "../engines/neural/reference.ts";
import { InstallError } from "./install-error.ts";

const text = "Hello, this is my voice.";
/** What {@link babble} says, as far as it can be written. */
const babbled = "la la la la la la la la la la";

/** What came of trying a model out. */
export interface TriedOut {
  /** In a sentence. */
  readonly said: string;
  /** What it spoke: mono, 22,050 Hz, between −1 and 1; empty where it only listens. */
  readonly samples: Float32Array;
}

/**
 * Has a model speak a sentence by its first voice, or like a sound that stands for a recording; or has it listen to
 * that sound.
 *
 * @param processFile the built entry of a model's process.
 * @throws ModelFailedError; InstallError where a voice made no sound; the signal's reason after an abort.
 */
export async function tryOut(model: NeuralModel, processFile: URL, signal: AbortSignal): Promise<TriedOut> {
  const processes = new ModelProcesses(model, processFile, usualLimits);
  const begun = performance.now();
  const took = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s, its start included`;
  try {
    if (kindOf(model.family) === "recognition") {
      await processes.recognise(babble(), referenceSampleRate, signal);
      return { said: `${model.name} listened to 2.5 s in ${took()}.`, samples: new Float32Array(0) };
    }
    const parts: Float32Array[] = [];
    const speaker = model.speakers[0]?.number ?? 0;
    await processes.speak(text, speaker, (part) => parts.push(part), signal, babbledReference());
    const samples = joinSamples(parts);
    if (samples.length === 0) throw new InstallError(`The model ${model.name} made no sound.`, "cannot_speak");
    return { said: `${model.name} spoke ${(samples.length / 22_050).toFixed(1)} s in ${took()}.`, samples };
  } finally {
    await processes.close();
  }
}

/** A sound that stands for a recording, and its words: what a cloning model speaks like where nobody gave it one. */
export function babbledReference(): VoiceReference {
  return { sound: encodeSound(babble()), transcript: { text: babbled, source: "provided" } };
}

/** Something like a voice: ten bursts of 120 Hz and its harmonics within 2.5 s. */
function babble(): Float32Array {
  const sampleRate = referenceSampleRate;
  return Float32Array.from({ length: 2.5 * sampleRate }, (_, index) => {
    const phase = (2 * Math.PI * 120 * index) / sampleRate;
    const harmonics = Array.from({ length: 20 }, (_, number) => Math.sin((number + 1) * phase) / (number + 1));
    const burst = Math.sin((Math.PI * 4 * index) / sampleRate) ** 2;
    return 0.2 * burst * harmonics.reduce((sum, value) => sum + value, 0);
  });
}
