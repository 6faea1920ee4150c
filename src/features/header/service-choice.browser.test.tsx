import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";

const staging = { name: "staging", colour: "#2060c0", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
const production = { name: "production", service: "remote", baseUrl: "https://speech.example" } as const;
const several: PlaygroundConfig = {
  ...{ version: "1", session: "none_needed", hasKey: true },
  ...staging,
  services: [staging, production],
};
const badge = () => page.getByRole("button", { name: /^Connection/ });
const choice = () => page.getByRole("radiogroup", { name: "Service" });

it("the service is chosen by keys where its name stands, and what is spoken goes there", async () => {
  const { playground } = await renderPage({ config: async () => several });
  await expect.element(badge()).toHaveTextContent("staging");
  await badge().click();
  const chosen = choice().getByRole("radio", { name: "staging" });
  await expect.element(chosen).toBeChecked();
  // The panel takes the keyboard, and once more a moment later.
  await expect.element(page.getByRole("button", { name: "Close", exact: true })).toHaveFocus();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const element = chosen.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(choice().getByRole("radio", { name: "production" })).toBeChecked();
  await expect.element(badge()).toHaveTextContent("production");
  expect(playground.settings.getState().service).toBe("production");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect
    .poll(() => playground.library.getSnapshot().rows[0])
    .toMatchObject({ serviceName: "production", service: "remote", address: "https://speech.example" });
});

it.each([
  ["gone", "staging"],
  ["production", "production"],
])("what is wanted before the page knows of its services goes to a chosen one that is %s: to %s", async (was, goes) => {
  let tell = () => {};
  const told = new Promise<PlaygroundConfig>((resolve) => {
    tell = () => resolve(several);
  });
  const { playground, services } = await renderPage({ config: () => told }, ({ settings }) =>
    settings.setState({ service: was }),
  );
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const row = () => playground.library.getSnapshot().rows[0];
  await expect.poll(row).toMatchObject({ status: "submitting" });
  tell();
  await expect.poll(row).toMatchObject({ status: "complete", serviceName: goes });
  expect(services).toEqual([goes]);
});

it("there is nothing to choose where there is one alone", async () => {
  await renderPage();
  await badge().click();
  await expect.element(page.getByRole("dialog", { name: "Connection" })).toBeVisible();
  await expect.element(choice()).not.toBeInTheDocument();
});
