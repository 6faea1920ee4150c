import { declareMessages } from "../../messages/declare.ts";

/** The questions before something is sent. */
export const submitMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
