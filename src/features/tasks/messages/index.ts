import { declareMessages } from "../../../core/messages/declare.ts";

/** The texts of the tasks tab. */
export const tasksMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
