import type { CheckEnvironment } from "../../conformance/run/perform.ts";
import { type SampleRecording, sampleAddress, sampleRecordings } from "../../contract/playground.ts";
import { hearWordsHere } from "../../core/hearing/hear-words.ts";
import type { Playground } from "../../core/page/playground.ts";
import { createMatcher } from "./match.ts";
import { measure } from "./measure-here.ts";

/** What a person set for their checks. */
export interface EnvironmentOptions extends Pick<CheckEnvironment, "controls" | "wait"> {
  /** The recording for models that need one, empty for none; the usual one when undefined. */
  readonly reference: string | undefined;
}

/** What requests to a service go out with, by its name; to the only one when undefined. */
export function environmentAt(
  playground: Playground,
  service: string | undefined,
  { reference = usualReference(playground, service), ...options }: EnvironmentOptions,
): CheckEnvironment {
  const { client, config, wallClock, now } = playground;
  const known = config(service);
  const base = (known?.contentUrl ?? known?.baseUrl)?.replace(/\/+$/, "");
  return {
    client: {
      exchange: (request, signal) => client.exchange({ ...request, service }, signal),
      converse: (request, signal) => client.converse({ ...request, service }, signal),
    },
    measure,
    hearWords: hearWordsHere(playground),
    match,
    wallClock,
    now,
    ...options,
    config: known,
    variables: {
      ...(base === undefined ? {} : { base }),
      ...(reference === "" ? {} : { reference }),
    },
  };
}

/** The recording that a person speaks with, else one of the playground's own where the service can fetch it. */
export function usualReference({ settings, config }: Playground, service?: string): string {
  for (const values of Object.values(settings.getState().values)) {
    const voice = values?.["voice"];
    if (typeof voice === "string" && /^https?:\/\//.test(voice)) return voice;
  }
  const references = config(service)?.references;
  const [first]: readonly SampleRecording[] = sampleRecordings;
  return references === undefined || first === undefined ? "" : sampleAddress(references, first);
}

const match = createMatcher();
