import { join } from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { twoFrames } from "../walk/settled.ts";

/** Where the page notes that this device has its typeface, as `src/kit/typeface.ts` has it. */
const typefaceKey = "speech-playground-typeface";

/** README's pictures by name, each as a browser shows the page. */
export const pictures = {
  "desktop-light": { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  "desktop-dark": { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type PictureName = keyof typeof pictures;
export const pictureNames: readonly PictureName[] = ["desktop-light", "desktop-dark", "phone"];

export const pictureFile = (name: PictureName): string => join(import.meta.dirname, `${name}.png`);

/**
 * Brings a visitor's page to where its picture is taken: a sentence was spoken, and pauses after a third of it, at any
 * speed of the machine. It is set in the page's own typeface, whatever this machine has, since that was kept on a visit
 * of which nothing else is.
 */
export async function pose(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, typefaceKey);
  // A page of the same address that holds nothing open.
  const empty = { contentType: "text/html", body: '<link rel="icon" href="data:,">' };
  await page.route("**/empty", (route) => route.fulfill(empty));
  await page.goto(`${address}/empty`);
  await page.evaluate(async (kept) => {
    for (const key of Object.keys(localStorage)) if (key !== kept) localStorage.removeItem(key);
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = resolve;
        request.onerror = reject;
      });
    }
  }, typefaceKey);
  // A page does without a typeface that comes late, as it does on a busy machine. The picture waits for it.
  await page.addInitScript(() => {
    const { FontFace } = window;
    window.FontFace = class extends FontFace {
      constructor(family: string, source: string | BufferSource, look?: FontFaceDescriptors) {
        super(family, source, { ...look, display: "block" });
      }
    };
  });
  await page.goto(address);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const player = page.getByRole("region", { name: "Player" });
  for (const figure of ["first sound", "complete"]) await player.getByText(figure).waitFor({ state: "attached" });
  // The list below comes by itself, and behind the sound where the machine is busy.
  await page.getByRole("grid", { name: "Takes" }).getByRole("row").waitFor();
  // Without a pointer or a focus, which would show. It may have ended by itself.
  await player.evaluate((part) => part.querySelector<HTMLButtonElement>('[aria-label="Pause"]')?.click());
  await player.getByRole("button", { name: "Play" }).waitFor();
  await player.getByRole("slider", { name: "Position" }).evaluate((slider: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(slider, String(Number(slider.max) / 3));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.evaluate(twoFrames);
}

/**
 * How much two pictures differ to somebody who stands back: the share, from 0 to 1, of the fields of a coarse raster
 * whose mean colours differ clearly. How a machine draws letters and a figure more or less don't count; a part that
 * came, went or moved does. 1 where the sizes differ.
 *
 * @param page any page, to decode the pictures in
 */
export async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (addresses) => {
      const images = await Promise.all(
        addresses.map(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          return image;
        }),
      );
      const [first, second] = images;
      if (first === undefined || second === undefined) return 1;
      if (first.width !== second.width || first.height !== second.height) return 1;
      const field = 24;
      const [width, height] = [Math.ceil(first.width / field), Math.ceil(first.height / field)];
      const means = images.map((image) => {
        // Halved again and again, since a browser that shrinks at once looks at few pixels only.
        let [source, w, h]: [HTMLImageElement | HTMLCanvasElement, number, number] = [image, image.width, image.height];
        do {
          [w, h] = [Math.max(width, Math.round(w / 2)), Math.max(height, Math.round(h / 2))];
          const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
          canvas.getContext("2d")?.drawImage(source, 0, 0, w, h);
          source = canvas;
        } while (w > width || h > height);
        return source instanceof HTMLCanvasElement
          ? source.getContext("2d")?.getImageData(0, 0, width, height).data
          : undefined;
      });
      const [here, there] = means;
      if (here === undefined || there === undefined) return 1;
      let differing = 0;
      for (let at = 0; at < here.length; at += 4) {
        const most = Math.max(
          ...[0, 1, 2].map((channel) => Math.abs((here[at + channel] ?? 0) - (there[at + channel] ?? 0))),
        );
        if (most > 12) differing += 1;
      }
      return differing / (width * height);
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`),
  );
}
