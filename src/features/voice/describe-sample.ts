import type { VoiceTexts } from "../../core/voices/messages/index.ts";
import type { CurrentSample } from "../../core/voices/samples.ts";

/** What became of a voice's sample, in words; undefined while there is none. */
export function describeSample(
  sample: CurrentSample | undefined,
  name: string,
  { page, messages }: VoiceTexts,
): string | undefined {
  switch (sample?.status) {
    case "fetching":
      return messages.fetching(name);
    case "sounding":
      return messages.sounding(name);
    case "blocked":
      return messages.blocked;
    case "failed":
      return sample.failure === undefined
        ? messages.notPlayable
        : [page.failure.titles[sample.failure.kind], sample.failure.message].filter(Boolean).join(page.between.colon);
    case undefined:
      return undefined;
  }
}
