import { focusAfter } from "../../kit/focus-after.ts";

/** The `ref` of what goes away in the list of voices: what is looked for has the focus then, as in the whole list. */
export const toSearch = focusAfter((rest) => rest.closest("dialog")?.querySelector("[role=combobox]"));
