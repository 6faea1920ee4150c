import { declareMessages } from "../../../core/messages/declare.ts";

export type { PresentMessages } from "./en.ts";

/** The texts of this part. */
export const presentMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
