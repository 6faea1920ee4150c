import { declareMessages } from "../../../core/messages/declare.ts";
import type { TextsWith } from "../../../core/page/playground-context.ts";
import type { ScriptToolsMessages } from "./en.ts";

/** The texts of the tools below the script. */
export const scriptToolsMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { ScriptToolsMessages };
export type ToolTexts = TextsWith<ScriptToolsMessages>;
