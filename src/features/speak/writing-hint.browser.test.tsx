import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const voice = (name: string) => page.getByRole("button", { name: `Voice: ${name}` });

it("a Spanish script beside an English voice is offered another, and the other way round", async () => {
  await renderPage();
  await script().fill("El tren sale a las diez de la noche.");
  await expect
    .element(page.getByText(/^The script is written in Spanish, which no voice of StreamSpeech v8/))
    .toBeVisible();
  await page.getByRole("button", { name: "Use Elvira of Cloud TTS" }).click();
  await expect.element(voice("Elvira")).toBeVisible();
  await expect.element(page.getByText("The script is written")).not.toBeInTheDocument();
  await script().fill("The night train leaves at ten, and you can hear it.");
  await expect.element(page.getByText("The script is written in English, and Elvira speaks Spanish.")).toBeVisible();
});

it("a voice that goes with the script by itself is said, and taken back or closed by one press", async () => {
  await renderPage();
  await expect.element(voice("Autumn")).toBeVisible();
  await script().fill("夜车十点出发。");
  const said = page.getByText("The script is written in Chinese, so Mei speaks now.");
  await expect.element(said).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(said).not.toBeInTheDocument();
  await script().fill("The night train leaves at ten.");
  await expect.element(page.getByText("The script is written in Latin letters, so Autumn speaks now.")).toBeVisible();
  await script().fill("夜车十点出发。");
  await page.getByRole("button", { name: "Stay with Autumn" }).click();
  await expect.element(voice("Autumn")).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Use Mei" }).click();
  // Chosen, it stays whatever is written.
  await script().fill("The night train leaves at ten.");
  await expect.element(page.getByText(/and Mei speaks Chinese/)).toBeVisible();
  await expect.element(voice("Mei")).toBeVisible();
});

it("a voice that had followed before the page was there is said, too; one that a kept script had isn't", async () => {
  const { playground } = await renderPage({}, ({ settings }) => settings.setState({ script: "夜车十点出发。" }));
  expect(playground.openedScript).toBeUndefined();
  await expect.element(page.getByText("The script is written in Chinese, so Mei speaks now.")).toBeVisible();
  await page.getByRole("button", { name: "Stay with Autumn" }).click();
  await expect.element(voice("Autumn")).toBeVisible();
});

it("a script that was kept in another writing has had its voice before: nothing is said", async () => {
  await renderPage({}, (playground) => {
    playground.settings.setState({ script: "夜车十点出发。" });
    Object.assign(playground, { openedScript: "夜车十点出发。" });
  });
  await expect.element(voice("Mei")).toBeVisible();
  await script().fill("夜车九点出发。");
  await expect.element(page.getByText("7 / 1,000 · stream")).toBeVisible();
  await expect.element(page.getByText(/so Mei speaks now/)).not.toBeInTheDocument();
});
