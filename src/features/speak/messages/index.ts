import { declareMessages } from "../../../core/messages/declare.ts";

/** What is said of the brackets in a script. */
export const directionsMessages = declareMessages({
  en: () => import("./directions-en.ts"),
  zh: () => import("./directions-zh.ts"),
});

/** What is said before a long text is spoken. */
export const longTextMessages = declareMessages({ en: () => import("./en.ts"), zh: () => import("./zh.ts") });
