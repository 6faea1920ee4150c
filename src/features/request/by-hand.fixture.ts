import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import type { FakeAnswers } from "../../core/page/fake-service.fixture.ts";

export const button = (name: string) => page.getByRole("button", { name });
export const part = (name: string) => page.getByRole("region", { name, exact: true });

/** The page with the Request tab open on a request by hand. */
export async function openByHand(answers: FakeAnswers) {
  const rendered = await renderPage(answers);
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "By hand" }).click();
  return rendered;
}
export const choose = (route: string) => page.getByRole("combobox", { name: "Route" }).selectOptions(route);
export const write = (text: string) => page.getByRole("textbox", { name: "Body" }).fill(text);
