import { renderToStaticMarkup } from "react-dom/server";
import { createSpeechClient } from "./api/client.ts";
import { App } from "./app/app.tsx";
import { createScope } from "./audio/base/scope.ts";
import { createPlayerFactory } from "./audio/players/players.ts";
import type { InterfaceLanguage } from "./contract/language.ts";
import { loadMessages } from "./core/messages/declare.ts";
import { createPlayground } from "./core/page/playground.ts";
import { createTakeLibrary } from "./core/takes/library.ts";
import { createPresence } from "./core/takes/presence.ts";

const nobody = { post: () => {}, listen: () => {} };

/**
 * The page as a first visit sees it before anything is known of the service, as markup in each language: made once, at
 * build, with what is loaded soon after it. It runs where `navigator` is an object of its own.
 */
export async function renderFirstScreens(): Promise<Readonly<Record<InterfaceLanguage, string>>> {
  return { en: await renderIn("en"), zh: await renderIn("zh") };
}

async function renderIn(language: InterfaceLanguage): Promise<string> {
  Object.assign(navigator, { languages: [language] });
  const playground = createPlayground({
    client: createSpeechClient({ fetch: () => new Promise(() => {}) }),
    players: createPlayerFactory({ createElement: () => new Audio(), now: () => 0 }),
    library: createTakeLibrary({
      openDatabase: undefined,
      presence: createPresence("first screen", undefined, nobody, createScope()),
      channel: nobody,
      wallClock: () => 0,
    }),
    now: () => 0,
    wallClock: () => 0,
    fillRandom: (array) => array,
    storage: undefined,
    defer: () => () => {},
    onLeave: () => {},
  });
  let markup = "";
  for (let before = "none"; before !== markup; ) {
    before = markup;
    await loadMessages(language);
    markup = renderToStaticMarkup(<App playground={playground} />);
    // What was asked for meanwhile stands in the next one.
    await new Promise((done) => setTimeout(done, 50));
  }
  return markup;
}
