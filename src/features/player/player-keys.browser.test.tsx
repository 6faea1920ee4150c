import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { button, spoken } from "./player.fixture.ts";

describe("single keys", () => {
  it("play, pause, move and mute, but not in text", async () => {
    const { session } = await spoken(60);
    await button("Forward 5 seconds").click();
    await userEvent.keyboard("k");
    await expect.element(button("Play")).toBeVisible();
    session.seek(6);
    await userEvent.keyboard("j");
    expect(session.position()).toBeCloseTo(1, 1);
    await userEvent.keyboard("l");
    expect(session.position()).toBeCloseTo(6, 1);
    await userEvent.keyboard("m");
    await expect.element(button("Unmute")).toBeVisible();

    await page.getByRole("textbox", { name: "Script" }).click();
    await userEvent.keyboard("jk m");
    await expect.element(button("Unmute")).toBeVisible();
    await expect.element(button("Play")).toBeVisible();
    expect(session.position()).toBeCloseTo(6, 1);
  });

  it("are listed, and can be turned off for good", async () => {
    const { session, playground } = await spoken();
    await button("Pause").click();
    session.seek(6);
    await userEvent.keyboard("?");
    const dialog = page.getByRole("dialog", { name: "Help" });
    await expect.element(dialog.getByText("Write or paste a text, choose a voice, and press Speak.")).toBeVisible();
    await dialog.getByText("Keyboard shortcuts").click();
    const listed = [...dialog.element().querySelectorAll<HTMLElement>("kbd")].map(({ dataset }) => dataset["key"]);
    expect(listed).toEqual(Object.values(shortcutTable).flatMap((place) => Object.values(place).flat()));
    await dialog.getByRole("checkbox", { name: "Single keys control the player" }).click();
    expect(playground.settings.getState()).toMatchObject({ shortcuts: false, stageKeys: true });
    await dialog.getByRole("checkbox", { name: "Letters and signs control the stage" }).click();
    expect(playground.settings.getState().stageKeys).toBe(false);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.keyboard("j");
    expect(session.position()).toBeCloseTo(6, 1);
    await page.getByRole("button", { name: "Help" }).click();
    await expect.element(dialog).toBeVisible();
  });
});
