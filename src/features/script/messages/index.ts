import { declareMessages } from "../../../core/messages/declare.ts";

export type { ScriptToolsMessages } from "./en.ts";

/** The texts of the tools below the script. */
export const scriptToolsMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
