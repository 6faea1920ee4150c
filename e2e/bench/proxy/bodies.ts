/** A small JSON answer. */
export const modelList = JSON.stringify({
  object: "list",
  data: ["cloud-tts", "streamspeech-v8", "refvoice-2"].map((id) => ({ id, object: "model" })),
});

/** 200 kB that look like audio: no two kilobytes alike, and the same each time. */
export const audioBody = (): Buffer => noise(200_000);

/** Bytes from a linear congruential generator, so that two programs can make the same ones. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}
