import { declareMessages } from "../../messages/declare.ts";

/** The questions before something is sent, and what mends a form's problems. */
export const submitMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
