import { expect, type Page } from "@playwright/test";

/** How takes stand on disk, with the beginning of what they speak. */
const takesOnDisk = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<readonly { readonly excerpt: string; readonly status: string }[]>((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        // Before the page has made it, there is nothing to look at; made here, it would be an empty one for the page.
        let isThere = true;
        opening.onupgradeneeded = () => {
          isThere = false;
          opening.transaction?.abort();
        };
        opening.onerror = () => (isThere ? reject(opening.error) : resolve([]));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(["takes", "sounds"]);
          const takes = transaction.objectStore("takes").getAll();
          const sounds = transaction.objectStore("sounds").getAllKeys();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(
              takes.result.map(({ id, excerpt, sound, status }) => ({
                excerpt,
                status: sound === "whole" && !sounds.result.includes(id) ? "without its sound" : status,
              })),
            );
          };
        };
      }),
  );

/**
 * Waits until it is on disk how the take that speaks `text` stands, with its sound where it has one: the page shows it
 * a moment before, and a reload in that moment would find the take as it was.
 */
export async function isKept(
  page: Page,
  text: string,
  status: "complete" | "failed" | "waiting" | "submitting" = "complete",
): Promise<void> {
  const statusOnDisk = async () =>
    (await takesOnDisk(page)).find(({ excerpt }) => excerpt !== "" && text.startsWith(excerpt))?.status;
  await expect.poll(statusOnDisk, { timeout: 30_000 }).toBe(status);
}

/** The same of so many takes, whatever they speak. */
export async function areKept(page: Page, count: number): Promise<void> {
  const complete = async () => (await takesOnDisk(page)).filter(({ status }) => status === "complete").length;
  await expect.poll(complete, { timeout: 30_000 }).toBe(count);
}
