import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { NotSentError } from "../../api/errors.ts";
import type { VoiceField } from "../../contract/model.ts";
import { connectionOf } from "../../core/page/connection.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings } from "../../core/page/playground-context.ts";
import { ownWordsAgreed, samplesAgreed } from "../../core/page/settings.ts";
import { readFailure } from "../../core/takes/failure.ts";
import { respell } from "../../core/text/pronunciations.ts";
import { naturalEngines } from "../../core/voices/natural-voices.ts";
import type { SampledVoice } from "../../core/voices/sample-sentence.ts";
import type { CurrentSample, Samples, SamplesStore } from "../../core/voices/samples.ts";

/** Hearing voices of the chosen model. */
export interface Hearing {
  /** The sample that is heard, fetched or that failed, where it is one of this model. */
  readonly current: CurrentSample | undefined;
  /** What waits for a person's word, because it costs. */
  readonly asking: SampledVoice | undefined;
  /** Lets a voice be heard, or asks first. Call it inside a click or key. */
  hear(name: string): void;
  /** The answer to {@link asking}: yes, for every voice of this service. */
  agree(): void;
  decline(): void;
  stop(): void;
}

const sampled = () => undefined;

/** Where nothing is heard, because what it takes isn't there. */
const silence = createStore<Pick<Samples, "current">>()(() => ({ current: undefined }));

/**
 * Hearing voices. What it takes is loaded meanwhile: where it doesn't come, that is said of the voice that was to be
 * heard.
 *
 * @param textOf what a voice says, by its name; a sentence of its own language where absent.
 */
export function useHear(field: VoiceField, textOf: (name: string) => string | undefined = sampled): Hearing {
  const playground = usePlayground();
  const [samples, setSamples] = useState<SamplesStore>();
  const [missing, setMissing] = useState<CurrentSample>();
  const { model, pronunciations } = usePlan();
  const config = useConfig().data;
  const { agreed, agree } = useSettings((settings) => ({
    agreed: settings.agreed,
    agree: settings.agree,
  }));
  const [asked, setAsked] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const sample = useStore<typeof silence, CurrentSample | undefined>(samples ?? silence, (state) => state.current);
  const current = sample ?? missing;
  const connection = config === undefined ? undefined : connectionOf(config);
  const service = config?.name;
  const voice = (name: string): SampledVoice => {
    const text = textOf(name);
    return { model, field, name, text: text && respell(text, pronunciations).text, service };
  };
  const agreement = (name: string) => (textOf(name) === undefined ? samplesAgreed : ownWordsAgreed);
  const mayCost = (name: string) =>
    config?.service !== "embedded" && !agreed[connection ?? ""]?.includes(agreement(name));

  function sound(name: string): void {
    if (config === undefined || connection === undefined) return;
    // The embedded voices may sound otherwise in another version of it, or by another engine; another service's are its
    // own affair.
    const engine = naturalEngines(config.engines, model.id)(name) ?? "";
    const kept = config.service === "embedded" ? `${connection} ${config.version} ${engine}`.trim() : connection;
    setMissing(undefined);
    // At once where it is there: some browsers let sound begin inside a click alone.
    if (samples !== undefined) samples.getState().hear(voice(name), kept);
    else {
      playground.samples().then(
        (loaded) => {
          setSamples(loaded);
          loaded.getState().hear(voice(name), kept);
        },
        (cause: unknown) => {
          const failure = readFailure(new NotSentError(cause), model, {
            onLine: navigator.onLine,
            time: playground.wallClock(),
          });
          setMissing({ model: model.id, voice: name, status: "failed", failure });
        },
      );
    }
  }

  useEffect(() => {
    playground.samples().then(setSamples, () => undefined);
  }, [playground]);

  function hear(name: string): void {
    if (mayCost(name)) setAsked(name);
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
    asking: asked === undefined ? undefined : voice(asked),
    hear: (name) => (isKnown ? hear(name) : setWanted(name)),
    agree() {
      if (asked === undefined || connection === undefined) return;
      agree(connection, agreement(asked));
      setAsked(undefined);
      sound(asked);
    },
    decline: () => setAsked(undefined),
    stop: () => samples?.getState().stop(),
  };
}
