import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";

export const player = () => page.getByRole("region", { name: "Player" });
export const button = (name: string) => player().getByRole("button", { name, exact: true });

/** A page on which `seconds` of a tone were spoken, and are there. */
export async function spoken(seconds = 8) {
  const rendered = await renderPage({ speech: () => soundOf(seconds) });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.element(button("Pause")).toBeVisible();
  const session = rendered.playground.takes.getState().current?.session;
  if (session === undefined) throw new Error("nothing was spoken");
  return { ...rendered, session };
}
