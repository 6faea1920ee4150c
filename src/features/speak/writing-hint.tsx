import { useMemo } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { describeMismatch } from "../../core/voices/describe-mismatch.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { findMismatch } from "../../core/voices/voice-fit.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";

/**
 * Says that the script is written otherwise than the voice speaks, and offers a voice that fits. Nothing is held up by
 * it.
 */
export default function WritingHint() {
  const { messages, language } = useTexts(voiceMessages);
  const { model, fields } = usePlan();
  const script = useScript();
  const { favourites, recent, chooseVoice, setModel } = useSettings((settings) => ({
    favourites: settings.favourites,
    recent: settings.recent,
    chooseVoice: settings.chooseVoice,
    setModel: settings.setModel,
  }));
  const name = String(fields.find(({ field }) => field.kind === "voice")?.value ?? "");
  const writing = useMemo(() => readWritingSystem(script), [script]);
  const mismatch = useMemo(
    () =>
      findMismatch(writing, {
        model,
        models,
        name,
        atHand: ({ id }) => [...(favourites[id] ?? []), ...(recent[id] ?? [])],
      }),
    [writing, model, name, favourites, recent],
  );
  const { offer } = mismatch ?? {};
  return (
    <div role="status" data-notices={mismatch === undefined ? undefined : ""}>
      {mismatch !== undefined && (
        <Notice tone="quiet">
          {describeMismatch(mismatch, model, language)}{" "}
          {offer === undefined ? (
            messages.noneFits
          ) : (
            <Button
              look="link"
              onClick={() => {
                chooseVoice(offer.model.id, offer.field.key, offer.voice.name);
                setModel(offer.model.id);
              }}
            >
              {offer.model === model
                ? messages.take(offer.voice.label)
                : messages.takeWith(offer.voice.label, offer.model.label)}
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}
