import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { player, row, speak } from "../page.ts";
import { measureMp3 } from "../sound.ts";

const script = "Is that the last boat?\n[Noah] It is. [pause 1.5s] You may still catch it.";

test("brackets make a pause and change the voice: one take, whose words and captions are without them", async ({
  page,
}) => {
  const sent: { voice: string; input: string }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/audio/speech")) sent.push(request.postDataJSON());
  });
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await expect(page.locator("mark")).toHaveText(["[Noah]", "[pause 1.5s]"]);
  await expect(page.getByText("3 requests, one after the other, become one take")).toBeVisible();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("complete");
  expect(sent.map(({ voice, input }) => [voice, input])).toEqual([
    ["Autumn", "Is that the last boat?"],
    ["Noah", "It is."],
    ["Noah", "You may still catch it."],
  ]);
  const take = row(page, /Is that the last boat\? It is\. You may still catch it\./);
  await expect(take).toContainText("Autumn, Noah");
  await expect(player(page)).toContainText("Autumn, Noah");

  const saved = async (link: RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: link }).click(),
    ]);
    return readFile(await download.path());
  };
  await expect(page.getByRole("link", { name: /^Download/ })).toHaveAttribute("download", /^Autumn, Noah Is that/);
  const { longestSilence } = await measureMp3(await saved(/^Download/));
  // Beside what it asks for, the edges of the words around it are as quiet.
  expect(longestSilence).toBeGreaterThan(1.45);
  expect(longestSilence).toBeLessThan(1.8);
  await player(page).getByRole("button", { name: "Captions" }).click();
  const captions = (await saved(/SubRip|SRT/)).toString("utf8");
  expect(captions).toContain("You may still catch it.");
  expect(captions).not.toMatch(/Noah|pause|[[\]]/);
});

test("a name that no voice has is shown where it stands, and holds the script up until it is mended", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("[Noah] Hello.\n[Noak] Good bye.");
  await expect(page.getByText("StreamSpeech v8 has no voice “Noak”.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.keyboard.type("[Autumn]");
  await expect(page.getByText("2 requests, one after the other, become one take")).toBeVisible();
  await page.getByRole("button", { name: "Speak the brackets" }).click();
  const [request] = await Promise.all([page.waitForRequest("**/v1/audio/speech"), speak(page, "[Noah] Hello.")]);
  expect(request.postDataJSON().input).toBe("[Noah] Hello.");
  await page.getByRole("button", { name: "Follow the brackets" }).click();
  await expect(page.getByText("One request.")).toBeVisible();
});
