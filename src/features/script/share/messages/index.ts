import { declareMessages } from "../../../../core/messages/declare.ts";

export type { ShareMessages } from "./en.ts";

/** The texts of this part. */
export const shareMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
