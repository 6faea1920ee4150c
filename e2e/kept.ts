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
 *
 * @param statuses any of them; complete when none is named.
 */
export async function isKept(
  page: Page,
  text: string,
  ...statuses: readonly ("complete" | "failed" | "waiting" | "submitting")[]
): Promise<void> {
  const statusOnDisk = async () =>
    (await takesOnDisk(page)).find(({ excerpt }) => excerpt !== "" && text.startsWith(excerpt))?.status;
  const wanted = statuses.length === 0 ? ["complete"] : statuses;
  await expect
    .poll(async () => `${await statusOnDisk()}`, { timeout: 30_000 })
    .toMatch(new RegExp(`^(?:${wanted.join("|")})$`));
}

/** The same of so many takes, whatever they speak. */
export async function areKept(page: Page, count: number): Promise<void> {
  const complete = async () => (await takesOnDisk(page)).filter(({ status }) => status === "complete").length;
  await expect.poll(complete, { timeout: 30_000 }).toBe(count);
}

/** How many sounds are on disk, asked in the page that runs this; those that are being written are waited for. */
export function countSounds(): Promise<number> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("speech-playground");
    opening.addEventListener("error", () => failed(opening.error));
    opening.addEventListener("success", () => {
      const counting = opening.result.transaction("sounds").objectStore("sounds").count();
      counting.addEventListener("success", () => {
        opening.result.close();
        done(counting.result);
      });
    });
  });
}
