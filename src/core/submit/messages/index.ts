import { declareMessages } from "../../messages/declare.ts";

/** The question before a model is used that the service's list lacks. */
export const confirmMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
