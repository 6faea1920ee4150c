import { declareMessages } from "../../../../core/messages/declare.ts";

/** The texts of this part. */
export const shareMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
