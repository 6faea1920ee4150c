import type { ModelDescriptor } from "../../contract/model.ts";
import type { StoredError, TakePatch } from "../takes/take.ts";
import { storeError } from "../takes/take-error.ts";
import { type Circumstances, readFailure } from "./failure.ts";

/** The most characters of what somebody said about a failure that a row holds; the details hold all of it. */
export const keptMessage = 300;

/** What a take's row and details say of `error`. */
export function failureRecord(
  error: unknown,
  model: ModelDescriptor,
  circumstances: Circumstances,
): {
  readonly failure: NonNullable<TakePatch["failure"]>;
  readonly status: number | undefined;
  readonly stored: StoredError;
} {
  const { kind, message, code, param, field, cost, status } = readFailure(error, model, circumstances);
  return {
    failure: { kind, message: message.slice(0, keptMessage), code, param: param ?? field?.key, cost },
    status,
    stored: storeError(error),
  };
}
