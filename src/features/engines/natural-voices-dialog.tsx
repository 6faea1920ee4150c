import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SpeechClient } from "../../api/client.ts";
import { SpeechRequestError } from "../../api/errors.ts";
import { isUnderWay, type VoiceModelChange, type VoiceModels } from "../../contract/voice-models.ts";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { configQuery } from "../../core/page/queries.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./engines.module.css";
import { engineMessages } from "./messages/index.ts";
import { ModelCard } from "./model-card.tsx";
import { useModelSample } from "./use-model-sample.ts";

/** The natural voices that can be had on the service's machine: brought, tried, heard and removed. */
export default function NaturalVoicesDialog() {
  const texts = useTexts(engineMessages);
  const { messages, page } = texts;
  const { close } = naturalVoicesOf(usePlayground()).getState();
  const mayAdd = useConfig().data?.addVoices === true;
  return (
    <Dialog
      title={messages.title}
      className={styles["dialog"]}
      onClose={close}
      buttons={
        <Button size="large" onClick={close}>
          {page.words.close}
        </Button>
      }
    >
      <p>{messages.about}</p>
      {mayAdd ? <Models /> : <Notice tone="quiet">{messages.notAllowed}</Notice>}
    </Dialog>
  );
}

function Models() {
  const { messages, page } = useTexts(engineMessages);
  const { list, change } = useVoiceModels();
  const sample = useModelSample();
  const [asked, setAsked] = useState<string>();
  const failure = change.error ?? list.error;
  const models = list.data?.models ?? [];
  return (
    <>
      {failure !== null && (
        <LateRegion>
          <Notice tone="warn">
            {[messages.unanswered, failure instanceof SpeechRequestError ? failure.error.message : undefined]
              .filter((part) => part !== undefined && part !== "")
              .join(page.between.sentences)}
          </Notice>
        </LateRegion>
      )}
      {list.isPending && <LateRegion role="status">{messages.looking}</LateRegion>}
      <ul className={styles["models"]}>
        {models.map((model) => (
          <ModelCard
            key={model.name}
            model={model}
            missing={models.find(({ name, state }) => name === model.needs && state !== "installed")}
            heard={sample.heard === model.name}
            unheard={sample.failed === model.name}
            busy={change.isPending && asked === model.name}
            onHear={(number) => sample.hear(model.name, number)}
            onChange={(wanted) => {
              setAsked(model.name);
              change.mutate({ ...wanted, name: model.name });
            }}
          />
        ))}
      </ul>
      <Announcer text={messages.news(models.filter(({ state }) => state === "installed").length)} />
    </>
  );
}

/** How often the list is asked for, in milliseconds: while something is under way, and else, since others may act. */
const [busyEvery, idleEvery] = [400, 3_000];

function modelsQuery(client: SpeechClient) {
  return queryOptions({
    queryKey: ["voiceModels"],
    queryFn: async ({ signal }) => (await client.voiceModels()).list(signal),
    networkMode: "always",
    retry: 1,
    refetchInterval: ({ state }) => (state.data?.models.some(isUnderWay) ? busyEvery : idleEvery),
  });
}

/** The models of natural voices, followed while they are shown, and what changes them. */
function useVoiceModels() {
  const { client } = usePlayground();
  const queries = useQueryClient();
  const list = useQuery(modelsQuery(client));
  const change = useMutation({
    networkMode: "always",
    mutationFn: async (wanted: VoiceModelChange) =>
      (await client.voiceModels()).change(wanted, new AbortController().signal),
    async onSuccess(models: VoiceModels) {
      // An older list that is still on its way would show what was before.
      await queries.cancelQueries({ queryKey: ["voiceModels"] });
      queries.setQueryData(modelsQuery(client).queryKey, models);
    },
  });
  // What speaks which voice has changed, which the page shows elsewhere.
  const installed = list.data?.models
    .filter(({ state }) => state === "installed")
    .map(({ name }) => name)
    .join(" ");
  useEffect(() => {
    if (installed !== undefined) void queries.invalidateQueries({ queryKey: configQuery(client).queryKey });
  }, [queries, client, installed]);
  return { list, change };
}
