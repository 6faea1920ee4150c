import { declareMessages } from "../../messages/declare.ts";

/** The texts of Model C's form, and of requests that wait for a job. */
export const referenceMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
