import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../render.fixture.ts";

const address = page.getByRole("textbox", { name: "Reference recording" });

async function openModelC(service: "embedded" | "remote" = "embedded") {
  return renderPage(
    { config: async () => ({ service, version: "0.0.0", session: "none_needed", hasKey: true }) },
    ({ settings }) => settings.getState().setModel("refvoice-2"),
  );
}

describe("what isn't an address", () => {
  it.each([
    ["data:audio/wav;base64,UklGRg==", /holds the recording itself/],
    ["blob:https://app.example.org/1", /exists in one browser only/],
    ["/media/me/voice.wav", /takes no uploads/],
    ["UklGRiQAAABXQVZF".repeat(10), /looks like Base64/],
  ])("%s is told at once", async (pasted, message) => {
    await openModelC();
    await address.fill(pasted);
    await expect.element(address).toHaveAttribute("aria-invalid", "true");
    await expect.element(address).toHaveAccessibleDescription(message);
  });

  it("is neither kept nor sent where it is a whole recording", async () => {
    const { playground } = await openModelC();
    await address.fill(`data:audio/wav;base64,${"A".repeat(50_000)}`);
    await expect.element(address).toHaveAccessibleDescription(/holds the recording itself/);
    expect(playground.settings.getState().values["refvoice-2"]).not.toHaveProperty("voice");
    await address.fill("https://media.example.org/v.wav");
    await expect.element(address).toHaveValue("https://media.example.org/v.wav");
    await expect.element(address).not.toHaveAttribute("aria-invalid");
  });
});

it("an address inside the network gets a hint that a service elsewhere can't reach it", async () => {
  await openModelC("remote");
  await address.fill("http://192.168.1.20/v.wav");
  await expect.element(page.getByText(/The service is elsewhere and can't reach it/)).toBeVisible();
  await expect.element(address).not.toHaveAttribute("aria-invalid");
});

describe("listening", () => {
  it("says when nothing can be heard, and offers nothing before there is an address", async () => {
    await openModelC();
    const listen = page.getByRole("button", { name: "Listen: Reference recording" });
    await expect.element(listen).toBeDisabled();
    await address.fill(new URL("/no-such-recording.wav", location.href).href);
    await listen.click();
    await expect.element(page.getByText(/The browser can't play it/)).toBeVisible();
  });
});
