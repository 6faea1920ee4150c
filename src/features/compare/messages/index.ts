import { declareMessages } from "../../../core/messages/declare.ts";

export type { CompareMessages } from "./en.ts";

/** The texts of the Compare tab. */
export const compareMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
