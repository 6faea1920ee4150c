import { declareMessages } from "../../messages/declare.ts";

/** What is remarked on answers. */
export const remarksMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
