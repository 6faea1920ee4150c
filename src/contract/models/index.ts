import type { ModelDescriptor } from "../model.ts";
import { cloudTts } from "./cloud-tts.ts";
import { refVoice2 } from "./refvoice-2.ts";
import { streamSpeechV8 } from "./streamspeech-v8.ts";

/** Every model that the playground knows, in the order in which the page shows them. */
export const models: readonly ModelDescriptor[] = [cloudTts, streamSpeechV8, refVoice2];

/** The model that a first visit speaks with. */
export const firstModel: ModelDescriptor = streamSpeechV8;

/** The descriptor of a model id; undefined for a model that the playground does not know. */
export function findModel(id: unknown): ModelDescriptor | undefined {
  return models.find((model) => model.id === id);
}
