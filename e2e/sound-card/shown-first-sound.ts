import type { DrivenPage } from "../browsers/driven.ts";
import { clockOffset } from "./page-clock.ts";

/**
 * Notes when the page is pressed, from here on: what the player shows is counted from then. Not from the request as the
 * browser notes it, since the audio path is set up between the press and the request.
 */
export async function notePresses(page: DrivenPage): Promise<void> {
  await page.evaluate(() => {
    const note = (): void => {
      document.documentElement.dataset["pressedAt"] = String(performance.now());
    };
    addEventListener("click", note, { capture: true });
    return true;
  });
}

/**
 * The moment at which our page says that the first sound came, in milliseconds on this process's `performance.now()`:
 * the figure that it shows, counted from the press. Call {@link notePresses} before the press.
 */
export async function shownFirstSound(page: DrivenPage): Promise<number> {
  const shown = await page.until(() => {
    const terms = [...document.querySelectorAll("section[aria-label=Player] dt")];
    const text = terms.find(({ textContent }) => textContent === "first sound")?.nextElementSibling?.textContent;
    return text ?? null;
  });
  const [, figure = "", unit] = /^([\d,.]+) (ms|s)$/.exec(shown) ?? [];
  const milliseconds = Number(figure.replaceAll(",", "")) * (unit === "s" ? 1_000 : 1);
  const pressed = await page.evaluate(() => Number(document.documentElement.dataset["pressedAt"]));
  return (await clockOffset(page)) + pressed + milliseconds;
}
