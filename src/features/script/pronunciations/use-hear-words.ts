import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Price } from "../../../contract/prices.ts";
import { connectionOf } from "../../../core/page/connection.ts";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useConfig, useLanguage, usePlayground, useSettings } from "../../../core/page/playground-context.ts";
import { derivePlan, derivePrice, deriveRequest, measureText } from "../../../core/submit/derive.ts";
import type { CurrentSample, Samples, SamplesStore } from "../../../core/voices/samples.ts";

/** Hearing words in the voice of the form. */
export interface HearWords {
  /** What is heard, fetched or has failed. */
  readonly current: CurrentSample | undefined;
  /** Whether the form has a voice, and the page knows the service. */
  readonly isPossible: boolean;
  /** Lets words be heard, or ends it. Call it inside a click or key. */
  readonly hear: (words: string) => void;
  readonly priceOf: (words: string) => Price | undefined;
}

const silence = createStore<Pick<Samples, "current">>()(() => ({ current: undefined }));

/** Hearing words as the form would speak them, but for the kind of its answer; what was heard once is kept. */
export function useHearWords(): HearWords {
  const playground = usePlayground();
  const language = useLanguage();
  const { model, fields } = usePlan();
  const config = useConfig().data;
  const multiplier = useSettings((settings) => settings.multiplier);
  const [samples, setSamples] = useState<SamplesStore>();
  const current = useStore<typeof silence, CurrentSample | undefined>(samples ?? silence, (state) => state.current);

  useEffect(() => {
    playground.samples().then(setSamples, () => undefined);
  }, [playground]);
  useEffect(() => () => samples?.getState().stop(), [samples]);

  function planOf(words: string) {
    // With what the form holds, the voice that goes with its script among it; as sound whose kind is known beforehand.
    const values = Object.fromEntries(
      fields.filter(({ field }) => field.group !== "output").map(({ field, value }) => [field.key, value]),
    );
    const modes = { [model.id]: model.defaultMode };
    return derivePlan(
      { model: model.id, modes, transport: "http", values: { [model.id]: values } },
      language,
      measureText(words),
    );
  }

  return {
    current: current?.model === model.id ? current : undefined,
    isPossible: samples !== undefined && config !== undefined && planOf("x").obstacle === undefined,
    hear(words) {
      if (config === undefined) return;
      // The embedded voices may sound otherwise in another version.
      const connection = [connectionOf(config), config.service === "embedded" ? config.version : ""].join(" ").trim();
      const request = deriveRequest(planOf(words), words);
      samples?.getState().hear({ model, name: words, request, service: config.name }, connection);
    },
    priceOf: (words) => derivePrice(planOf(words), words, multiplier),
  };
}
