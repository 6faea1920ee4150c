import type { FieldValue, ModelDescriptor } from "../../contract/model.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import type { TakeDetails, TakeId, TakeRow } from "./take.ts";

/** Where and when a take is made. */
export interface TakeOrigin {
  readonly id: TakeId;
  /** Unix time in milliseconds. */
  readonly created: number;
  /** The page that sends it. */
  readonly owner: string;
  /** The service that it goes to, as far as known. */
  readonly config: PlaygroundConfig | undefined;
  /** What that is called, where there are several. */
  readonly serviceName?: string | undefined;
  /** The group multiplier of prices (section 8), where a person has entered it: it may be another one tomorrow. */
  readonly multiplier: number | undefined;
}

/** A take that was not sent yet. */
export interface TakeDraft {
  readonly row: TakeRow;
  readonly details: TakeDetails;
  readonly model: ModelDescriptor;
  readonly request: SpeechRequest;
  /** The values that the request means to the model. */
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** A draft, and when it is written down: it is sent after that. */
export interface WrittenDraft {
  readonly draft: TakeDraft;
  readonly written: Promise<void>;
}

/** What a row says of the service that it goes to, as far as known. */
export function serviceOf(
  config: PlaygroundConfig | undefined,
  serviceName = config?.name,
): Pick<TakeRow, "service" | "serviceName" | "address"> {
  return { service: config?.service, serviceName, address: config?.baseUrl };
}
