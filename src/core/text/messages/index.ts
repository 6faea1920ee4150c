import { declareMessages } from "../../messages/declare.ts";

/** The texts of reading a text file. */
export const textFileMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
