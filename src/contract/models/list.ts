// One line for each model; the page shows them in the order of the sections that describe them.
export { cloudTts } from "./cloud-tts.ts";
export { refVoice2 } from "./refvoice-2.ts";
export { streamSpeechV8 } from "./streamspeech-v8.ts";
