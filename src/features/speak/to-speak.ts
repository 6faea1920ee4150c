import { focusAfter } from "../../kit/focus-after.ts";

/** The `ref` of what goes away beside Speak, which has the focus then. */
export const toSpeak = focusAfter((rest) => rest.closest("main")?.querySelector("button[aria-keyshortcuts$=Enter]"));
