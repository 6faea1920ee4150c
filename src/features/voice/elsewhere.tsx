import { useMemo } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { createVoiceIndex, searchKindly } from "../../core/voices/voice-search.ts";
import { Button } from "../../kit/button.tsx";

/** Where a search finds nothing: which other models have voices that match, and the way to them. */
export function Elsewhere({ query, onChoose }: { readonly query: string; readonly onChoose: () => void }) {
  const { messages, language } = useTexts(voiceMessages);
  const { model: current } = usePlan();
  const { settings } = usePlayground();
  const others = useMemo(
    () =>
      models.flatMap((model) =>
        model === current
          ? []
          : model.fields.flatMap((field) =>
              field.kind === "voice" ? [{ model, index: createVoiceIndex(field.voices, language) }] : [],
            ),
      ),
    [current, language],
  );
  return others.map(({ model, index }) => {
    const { groups, dropped } = searchKindly(index, query, {});
    const count = groups.reduce((sum, { voices }) => sum + voices.length, 0);
    if (query.trim() === "" || count === 0 || dropped.length > 0) return null;
    return (
      <Button
        look="link"
        key={model.id}
        onClick={() => {
          settings.setState({ model: model.id });
          onChoose();
        }}
      >
        {messages.elsewhere(model.label, count)}
      </Button>
    );
  });
}
