import { modes } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { scriptOf } from "../../core/programme/programme-item.ts";
import type { TakeForm } from "../../core/takes/take.ts";
import { useDetails } from "../../core/takes/use-history.ts";
import { respell, usablePronunciations } from "../../core/text/pronunciations.ts";
import { forStage } from "./stage-form.ts";
import { usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter } from "./use-presenter.ts";

/**
 * Speaks a sentence with the settings of the shown script or take, else of the page, and puts it behind what is shown.
 */
export function useSentence({ item: current, row }: Shown): (text: string) => void {
  const { loose, show, again } = usePresenter();
  const details = useDetails(row);
  const playground = usePlayground();
  const page = usePageItem();
  return (text) => {
    const form = atOnce((current && scriptOf(current)?.form) ?? details?.form ?? page.form) ?? page.form;
    const { pronunciations: words, followsDirections: follows } = playground.settings.getState();
    const list = usablePronunciations(words);
    const followsDirections = form.followsDirections ?? follows;
    const pronunciations = [...respell(text, list).used];
    const { items, add, addScript } = programmeOf(playground).getState();
    // What the page held is shown while nothing is prepared: now something is.
    if (items.length === 0 && loose !== undefined && loose.id === current?.id && loose.excerpt !== "") add(loose);
    const at = items.findIndex(({ id }) => id === current?.id);
    show(addScript({ ...form, text, pronunciations, followsDirections }, undefined, at === -1 ? undefined : at + 1));
    // Not Play, which would still be that of a comparison shown before.
    again();
  };
}

/**
 * A form that is spoken at once, also where it went as a task: a room doesn't wait for its turn. Undefined where its
 * model isn't known here.
 */
function atOnce(form: TakeForm): TakeForm | undefined {
  const model = findModel(form.model);
  if (model === undefined) return undefined;
  if (form.mode !== "async") return form;
  const quick = [model.defaultMode, ...modes].find((mode) => mode !== "async" && mode in model.modes);
  return forStage({ ...form, mode: quick ?? form.mode });
}
