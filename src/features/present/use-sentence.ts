import { usePlayground } from "../../core/page/playground-context.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { scriptOf } from "../../core/programme/programme-item.ts";
import { respell, usablePronunciations } from "../../core/text/pronunciations.ts";
import { usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter } from "./use-presenter.ts";

/** Speaks a sentence with the settings of the shown script, else of the page, and puts it behind what is shown. */
export function useSentence({ item: current }: Shown): (text: string) => void {
  const { show, playOrPause } = usePresenter();
  const playground = usePlayground();
  const page = usePageItem();
  return (text) => {
    const form = (current && scriptOf(current)?.form) ?? page.form;
    const list = usablePronunciations(playground.settings.getState().pronunciations);
    const pronunciations = [...respell(text, list).used];
    const { items, addScript } = programmeOf(playground).getState();
    const at = items.findIndex(({ id }) => id === current?.id);
    show(addScript({ ...form, text, pronunciations }, undefined, at === -1 ? undefined : at + 1));
    playOrPause();
  };
}
