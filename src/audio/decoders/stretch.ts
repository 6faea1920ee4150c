import { type DecodedAudio, lengthOf, sliceAudio } from "./decoder.ts";

/**
 * Hands on the samples from `start` to before `end` of sound that is decoded in order. What lies behind the end waits,
 * since the end moves when more sound is joined on: it follows as soon as more is decoded.
 *
 * @param first the number of the first sample that comes.
 */
export function createStretch(
  bounds: () => { readonly start: number; readonly end: number },
  give: (audio: DecodedAudio) => void,
  first = 0,
): (audio: DecodedAudio) => void {
  const waiting: { readonly at: number; readonly audio: DecodedAudio }[] = [];
  let position = first;
  return (audio) => {
    waiting.push({ at: position, audio });
    position += lengthOf(audio);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { start, end } = bounds();
      const { at } = next;
      const kept = sliceAudio(next.audio, start - at, end - at);
      if (kept !== undefined) give(kept);
      const behind = sliceAudio(next.audio, end - at);
      if (behind === undefined) continue;
      waiting.unshift({ at: Math.max(at, end), audio: behind });
      return;
    }
  };
}
