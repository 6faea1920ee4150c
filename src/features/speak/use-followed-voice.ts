import { useEffect, useState } from "react";

/** A voice as it stands in the form. */
interface VoiceChoice {
  /** The model's id. */
  readonly model: string;
  readonly name: string;
  /** Whether a person chose it. */
  readonly chosen: boolean;
}

/**
 * The voice that stood in the form before the script's writing changed it by itself; undefined once a person chose one,
 * turned to another model or has read of it.
 *
 * @param isWritten whether the script has enough letters for a voice to follow.
 * @param opened the voice of the script with which the page opened: another one may be written before this is there.
 */
export function useFollowedVoice(
  { model, name, chosen }: VoiceChoice,
  isWritten: boolean,
  opened: string,
): { readonly before: string; dismiss(): void } | undefined {
  const [seen, setSeen] = useState<VoiceChoice & { readonly before?: string | undefined }>({
    ...{ model, name, chosen },
    before: chosen || !isWritten || opened === name ? undefined : opened,
  });
  useEffect(() => {
    setSeen((last) => {
      if (last.model === model && last.name === name && last.chosen === chosen) return last;
      const hasFollowed = !chosen && !last.chosen && last.model === model && isWritten;
      return { model, name, chosen, before: hasFollowed ? last.name : undefined };
    });
  }, [model, name, chosen, isWritten]);
  const { before } = seen;
  const isNow = seen.model === model && seen.name === name && seen.chosen === chosen;
  return before === undefined || !isNow ? undefined : { before, dismiss: () => setSeen({ model, name, chosen }) };
}
