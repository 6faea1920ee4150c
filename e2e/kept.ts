import { expect, type Page } from "@playwright/test";

/**
 * Waits until it is on disk how the take that speaks `text` stands, with its sound where it has one: the page shows it a moment before, and a reload in that
 * moment would find the take as it was.
 */
export async function isKept(
  page: Page,
  text: string,
  status: "complete" | "failed" | "waiting" | "submitting" = "complete",
): Promise<void> {
  const statusOnDisk = () =>
    page.evaluate(
      (wanted) =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open("speech-playground");
          // Before the page has made it, there is nothing to look at; made here, it would be an empty one for the page.
          let isThere = true;
          opening.onupgradeneeded = () => {
            isThere = false;
            opening.transaction?.abort();
          };
          opening.onerror = () => (isThere ? reject(opening.error) : resolve(undefined));
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(["takes", "sounds"]);
            const takes = transaction.objectStore("takes").getAll();
            const sounds = transaction.objectStore("sounds").getAllKeys();
            transaction.oncomplete = () => {
              opening.result.close();
              const take = takes.result.find((each) => each.excerpt !== "" && wanted.startsWith(each.excerpt));
              const soundIsMissing = take?.sound === "whole" && !sounds.result.includes(take.id);
              resolve(soundIsMissing ? "without its sound" : take?.status);
            };
          };
        }),
      text,
    );
  await expect.poll(statusOnDisk, { timeout: 30_000 }).toBe(status);
}
