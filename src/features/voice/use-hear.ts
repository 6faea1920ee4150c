import { use, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import type { VoiceField } from "../../contract/model.ts";
import { connectionOf } from "../../core/page/connection.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { samplesAgreed } from "../../core/page/settings.ts";
import { describePrice } from "../../core/submit/describe-price.ts";
import { type CurrentSample, type SampledVoice, samplePrice } from "../../core/voices/samples.ts";

/** Hearing voices of the chosen model. */
export interface Hearing {
  /** The sample that is heard, fetched or that failed, where it is one of this model. */
  readonly current: CurrentSample | undefined;
  /** What waits for a person's word, because it costs: the voice, and the price in words. */
  readonly asking: { readonly name: string; readonly price: string } | undefined;
  /** Lets a voice be heard, or asks first. Call it inside a click or key. */
  hear(name: string): void;
  /** The answer to {@link asking}: yes, for every voice of this service. */
  agree(): void;
  decline(): void;
  stop(): void;
}

/** Hearing voices; suspends until what it takes is loaded. */
export function useHear(field: VoiceField): Hearing {
  const playground = usePlayground();
  const samples = use(playground.samples());
  const texts = useTexts();
  const { model } = usePlan();
  const config = useConfig().data;
  const { agreed, agree } = useSettings((settings) => ({ agreed: settings.agreed, agree: settings.agree }));
  const [asked, setAsked] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const current = useStore(samples, (state) => state.current);
  const connection = config === undefined ? undefined : connectionOf(config);
  const mayCost = config?.service !== "embedded" && !agreed[connection ?? ""]?.includes(samplesAgreed);
  const voice = (name: string): SampledVoice => ({ model, field, name });

  function sound(name: string): void {
    if (config === undefined || connection === undefined) return;
    // The embedded voices may sound otherwise in another version of it; another service's are its own affair.
    const kept = config.service === "embedded" ? `${connection} ${config.version}` : connection;
    samples.getState().hear(voice(name), kept);
  }

  function hear(name: string): void {
    if (mayCost) setAsked(name);
    else sound(name);
  }

  // What it costs depends on the service: a voice that is wanted before the page has heard which one that is waits for
  // it.
  const isKnown = config !== undefined;
  const hearWanted = useEffectEvent((name: string) => hear(name));
  useEffect(() => {
    if (!isKnown || wanted === undefined) return;
    setWanted(undefined);
    hearWanted(wanted);
  }, [isKnown, wanted]);

  return {
    current: current?.model === model.id ? current : undefined,
    asking:
      asked === undefined
        ? undefined
        : {
            name: asked,
            price: describePrice(samplePrice(voice(asked)), { embedded: false, multiplier: undefined }, texts),
          },
    hear: (name) => (isKnown ? hear(name) : setWanted(name)),
    agree() {
      if (asked === undefined || connection === undefined) return;
      agree(connection, samplesAgreed);
      setAsked(undefined);
      sound(asked);
    },
    decline: () => setAsked(undefined),
    stop: () => samples.getState().stop(),
  };
}
