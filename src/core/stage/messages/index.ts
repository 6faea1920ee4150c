import { declareMessages } from "../../messages/declare.ts";

/** What a stage says of itself, whatever is shown on it. */
export const stageMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
