import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { FormValues } from "../../contract/request.ts";
import type { SettingsStore } from "../page/settings.ts";
import { derivePlan, type Plan, type TextMeasures } from "./derive.ts";

/**
 * What the page's settings make of a text by `model`, with `form` in the place of what the page has for it; as a task
 * only where the model takes it in no other way.
 */
export function planAside(
  settings: Pick<SettingsStore, "getState">,
  { model, form }: { readonly model: ModelDescriptor; readonly form: FormValues },
  language: InterfaceLanguage,
  measures: TextMeasures,
): Plan {
  const { transport, modes, followsDirections } = settings.getState();
  const mode = modes[model.id] === "async" ? model.defaultMode : modes[model.id];
  const chosen = mode === undefined ? {} : { [model.id]: mode };
  return derivePlan(
    { model: model.id, modes: chosen, transport, values: { [model.id]: form }, followsDirections },
    language,
    measures,
  );
}
