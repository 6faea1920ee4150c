import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SpeechClient } from "../../api/client.ts";
import { isUnderWay, type VoiceModelChange } from "../../contract/voice-models.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { configQuery } from "../../core/page/queries.ts";

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

/** The models of natural voices, followed while they are shown. */
export function useVoiceModels() {
  const { client } = usePlayground();
  const queries = useQueryClient();
  const list = useQuery(modelsQuery(client));
  // What speaks which voice has changed, which the page shows elsewhere.
  const installed = list.data?.models
    .filter(({ state }) => state === "installed")
    .map(({ name }) => name)
    .join(" ");
  useEffect(() => {
    if (installed !== undefined) void queries.invalidateQueries({ queryKey: configQuery(client).queryKey });
  }, [queries, client, installed]);
  return list;
}

/** What changes one of them: each has an answer of its own to wait for. */
export function useModelChange(name: string) {
  const { client } = usePlayground();
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (wanted: Omit<VoiceModelChange, "name">) =>
      (await client.voiceModels()).change({ ...wanted, name }, new AbortController().signal),
    async onSuccess(models) {
      // An older list that is still on its way would show what was before.
      await queries.cancelQueries({ queryKey: ["voiceModels"] });
      queries.setQueryData(modelsQuery(client).queryKey, models);
    },
  });
}
