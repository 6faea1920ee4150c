import { declareMessages } from "../../../core/messages/declare.ts";

export type { RequestMessages } from "./en.ts";

/** The texts of the Request tab. */
export const requestMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
