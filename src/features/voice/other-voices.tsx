import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { configQuery } from "../../core/page/queries.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";
import { createVoiceIndex, searchKindly } from "../../core/voices/voice-search.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./voice.module.css";

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

/** Leads from the list of voices to the natural ones that can be had. */
export function NaturalVoicesLink({ onOpen }: { readonly onOpen: () => void }) {
  const { messages } = useTexts(voiceMessages);
  const playground = usePlayground();
  const queries = useQueryClient();
  const { client } = playground;
  // Voices come and go on the service's machine without a word from this page.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: configQuery(client).queryKey });
  }, [queries, client]);
  return (
    <p className={styles["naturalVoices"]}>
      <Button
        look="link"
        onClick={() => {
          onOpen();
          naturalVoicesOf(playground).getState().open();
        }}
      >
        {messages.naturalVoices}
      </Button>
    </p>
  );
}
