import { undocumented } from "../../contract/language.ts";
import type { Problem } from "../../contract/problems.ts";
import { resolveRequest } from "../../contract/resolve.ts";
import { validateRequest } from "../../contract/validate.ts";
import type { Failure } from "../takes/failure.ts";
import type { Take } from "../takes/takes.ts";

/**
 * What a service refused, found again in the request by the contract's own rules: it can then be said in any language.
 * Undefined where those rules find nothing of the same name at the same field.
 */
export function findProblem(
  { code, param, field }: Pick<Failure, "code" | "param" | "field">,
  { model, request }: Pick<Take, "model" | "request">,
): Problem | undefined {
  const resolution = resolve();
  if (resolution === undefined || param === undefined) return undefined;
  const found = validateRequest(resolution).find((problem) => problem.code === code && problem.param === param);
  if (found !== undefined || code !== "out_of_range" || field?.kind !== "number") return found;
  // Where the document gives no range a service has one of its own: the embedded one's are the sliders' ends.
  const sent = resolution.fields.get(field.key)?.winner?.value;
  if (field.range !== undocumented || field.ownRange === undefined || typeof sent !== "number") return undefined;
  return { code, param, section: field.section, ...field.ownRange, sent };

  function resolve() {
    try {
      return resolveRequest(model, JSON.parse(request.body), request.endpoint);
    } catch {
      // A body that was written by hand need not be JSON.
      return undefined;
    }
  }
}
