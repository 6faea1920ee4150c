import { useEffect, useMemo, useState } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { saidByForm } from "../../core/submit/follow-directions.ts";
import { useLatinLanguage } from "../../core/text/use-latin-language.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { describeFollowed, describeMismatch } from "../../core/voices/describe-mismatch.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { findMismatch, firstVoice } from "../../core/voices/voice-fit.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { toSpeak } from "./to-speak.ts";

/**
 * Says that the script is written otherwise than the voice speaks, and offers a voice that fits. A voice that nobody
 * chose goes with the script by itself: that is said, with the way back. Nothing is held up by it.
 */
export default function WritingHint() {
  const { messages, page, language } = useTexts(voiceMessages);
  const { model, fields } = usePlan();
  const script = useScript();
  const { favourites, recent, values, isOwn, chooseVoice } = useSettings((settings) => ({
    favourites: settings.favourites,
    recent: settings.recent,
    values: settings.values,
    // The script that waits for a first visit suits its voice.
    isOwn: settings.script !== undefined,
    chooseVoice: settings.chooseVoice,
  }));
  const state = fields.find(({ field }) => field.kind === "voice");
  const field = state?.field.kind === "voice" ? state.field : undefined;
  const name = String(state?.value ?? "");
  const chosen = field !== undefined && values[model.id]?.[field.key] !== undefined;
  const said = useMemo(() => saidByForm(script), [script]);
  const writing = useMemo(() => readWritingSystem(said), [said]);
  const latin = useLatinLanguage(said, writing, isOwn && field !== undefined);
  const mismatch = useMemo(
    () =>
      findMismatch(
        writing,
        { model, models, name, atHand: ({ id }) => [...(favourites[id] ?? []), ...(recent[id] ?? [])] },
        latin,
      ),
    [writing, model, name, favourites, recent, latin],
  );
  const { openedScript, settings } = usePlayground();
  const [opened] = useState(() => {
    const before = readWritingSystem(saidByForm(openedScript ?? ""));
    return field === undefined ? name : firstVoice(field, { language, writing: before });
  });
  const followed = useFollowedVoice({ model: model.id, name, chosen }, writing.leading !== undefined, opened);
  const { offer } = mismatch ?? {};
  const { leading } = writing;
  const isSaid = mismatch === undefined && followed !== undefined && leading !== undefined;
  return (
    <div role="status" data-notices={mismatch === undefined && !isSaid ? undefined : ""}>
      {mismatch !== undefined && (
        <Notice tone="quiet">
          {describeMismatch(mismatch, model, language)}{" "}
          {offer === undefined ? (
            messages.noneFits
          ) : (
            <Button
              ref={toSpeak}
              look="link"
              onClick={() => {
                chooseVoice(offer.model.id, offer.field.key, offer.voice.name);
                settings.setState({ model: offer.model.id });
              }}
            >
              {offer.model === model
                ? messages.take(offer.voice.label)
                : messages.takeWith(offer.voice.label, offer.model.label)}
            </Button>
          )}
        </Notice>
      )}
      {isSaid && field !== undefined && (
        <Notice tone="quiet">
          {describeFollowed(voiceNamed(model, name, language), leading, language)}
          {page.between.sentences}
          <Button ref={toSpeak} look="link" onClick={() => chooseVoice(model.id, field.key, followed.before)}>
            {messages.stayWith(voiceNamed(model, followed.before, language))}
          </Button>
          {" · "}
          <Button ref={toSpeak} look="link" onClick={followed.dismiss}>
            {page.failure.close}
          </Button>
        </Notice>
      )}
    </div>
  );
}

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
function useFollowedVoice(
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
