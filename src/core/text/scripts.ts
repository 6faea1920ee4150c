import type { Localized } from "../../contract/language.ts";

/** The sentence that waits for a first visit to press Speak. */
export const firstScript: Localized = {
  en:
    "The night train leaves at ten. You can hear it long before you see it: first the rails, then a low whistle over " +
    "the river, and at last the lights, one by one, as if somebody were opening a row of windows in the dark.",
  zh: "夜车十点出发。还没看见它，先听见它：起初是铁轨轻轻的震动，接着一声汽笛掠过江面，最后灯光一盏一盏地亮过来，像有人在黑暗里推开了一排窗。",
};
