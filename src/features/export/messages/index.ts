import { declareMessages } from "../../../core/messages/declare.ts";
import type { LinkMessages } from "./en.ts";

/** The texts of this part. */
export const linkMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });

export type { LinkMessages };
