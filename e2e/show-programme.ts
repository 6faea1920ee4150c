import type { Page } from "@playwright/test";

/** What the scripts of a prepared show say. */
export const showTexts = {
  chinese: "夜车十点出发。",
  task: "A long task takes longer than a sentence does, and is spoken whole. ".repeat(4).trim(),
  stalls: "This one stalls.",
  live: "At last.",
};

/** The items of a show, in its order. */
export type ShowItem = "slide" | "take" | "chinese" | "task" | "stalls" | "live" | "comparison" | "blind";

/** Puts a programme on disk, of the two takes that are there, a slide and scripts. */
export function prepareShow(page: Page, wanted: readonly ShowItem[]): Promise<void> {
  return page.evaluate(
    ({ wanted, texts: { chinese, task, stalls, live } }) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(["takes", "programme"], "readwrite");
          const found = transaction.objectStore("takes").getAllKeys();
          found.onsuccess = () => {
            const takes = found.result;
            const script = (text: string, voice: string, mode: string) => ({
              kind: "script",
              excerpt: text.slice(0, 200),
              script: {
                ...{ format: "speech-playground-settings", version: 1, model: "streamspeech-v8", transport: "http" },
                ...{ mode, text, values: { voice } },
              },
            });
            const items = {
              slide: { kind: "slide", name: "Welcome", text: "Eight items" },
              take: { kind: "take", take: takes[0] },
              chinese: script(chinese, "Mei", "stream"),
              task: script(task, "Autumn", "async"),
              stalls: script(stalls, "Autumn", "stream"),
              live: script(live, "Autumn", "speech"),
              comparison: { kind: "comparison", takes, figures: true },
              blind: { kind: "blind", takes, question: "ab" },
            };
            for (const [place, name] of wanted.entries())
              transaction
                .objectStore("programme")
                .put({ id: `item-${place}`, place, name: "", excerpt: "", ...items[name] });
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { wanted, texts: showTexts },
  );
}
