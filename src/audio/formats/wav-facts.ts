import { type AudioFacts, wavFactsOf } from "./audio-facts.ts";
import { createWavHeadReader } from "./wav-head.ts";

/** How far into a file its chunks are read: beyond, nobody writes the format. */
const looked = 64 * 1024;

/** What a WAV file's head says of it. Empty where it isn't such a file. */
export async function readWavFacts(file: Blob): Promise<Omit<AudioFacts, "bytes">> {
  try {
    const head = createWavHeadReader()(new Uint8Array(await file.slice(0, looked).arrayBuffer()));
    return head === undefined ? {} : wavFactsOf(head, file.size);
  } catch {
    return {};
  }
}
