import { focusAfter } from "../../kit/focus-after.ts";

/** What is sent shows its answer: the focus of what was pressed goes on to the name of the view that came. */
export const toShownView = focusAfter((rest) => rest.closest(".panel")?.querySelector("input:checked"));
