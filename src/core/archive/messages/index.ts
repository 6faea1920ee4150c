import { declareMessages } from "../../messages/declare.ts";

export type { ExportMessages } from "./en.ts";

/** The texts of this part. */
export const exportMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
