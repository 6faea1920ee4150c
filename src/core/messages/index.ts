import { declareMessages } from "./declare.ts";

export type { Messages } from "./en.ts";

/** The texts of the page as it stands at first, and what several of its parts say. */
export const pageMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
