import { declareMessages } from "../../../core/messages/declare.ts";

export type { ChecksMessages } from "./en.ts";

/** The texts of the Checks tab. */
export const checksMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
