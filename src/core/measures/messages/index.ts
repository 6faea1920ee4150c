import { declareMessages } from "../../messages/declare.ts";

export type { MeasuresMessages } from "./en.ts";

/** The texts about what was measured on a sound. */
export const measuresMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
