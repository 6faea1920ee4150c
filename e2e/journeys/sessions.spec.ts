import type { Page } from "@playwright/test";
import { browserData } from "../browser-data.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { startProduct } from "../product.ts";

const failedToLoad = /Failed to load resource/;
const rightKey = "sk-visitor-right-5b1e88";

async function speak(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete");
}

test("only SPEECH_BASE_URL: a key is asked for, a wrong one said, the right one speaks and stays, then goes", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  const service = await startProduct({
    argumentList: ["--service"],
    environment: { SERVICE_API_KEYS: rightKey },
  });
  const playground = await startProduct({ environment: { SPEECH_BASE_URL: service.address, LOG_LEVEL: "trace" } });
  try {
    await page.goto(playground.address);
    const field = page.getByLabel("API key");
    await expect(field).toBeFocused();
    await page.keyboard.type("sk-wrong-key-of-mine");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("The service refuses this key");
    await field.fill(rightKey);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await speak(page, "With a key of my own.");

    await page.reload();
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await speak(page, "The key is still there.");

    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
    await isKept(page, "The key is still there.");
    const held = await browserData(page, context);
    expect(held).toContain("The key is still there.");
    for (const text of [held, playground.output()]) expect(text).not.toContain(rightKey);

    await page.getByRole("button", { name: "Sign out" }).click();
    const question = page.getByRole("dialog", { name: "Sign out?" });
    await expect(question).toContainText("2 takes stay in this browser");
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(await context.cookies()).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out" }).click();
    await question.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(field).toBeFocused();
    expect(await context.cookies()).toEqual([]);
    // Nor is a copy of it good any more.
    const copied = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await fetch(`${playground.address}/v1/models`, { headers: copied })).status).toBe(401);
    await page.reload();
    await expect(field).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Script", includeHidden: true })).toHaveValue(
      "The key is still there.",
    );
  } finally {
    await playground.stop();
    await service.stop();
  }
});

test("who signs out hears nothing any more, and may leave nothing in the browser", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  const playground = await startProduct({ environment: { PLAYGROUND_PASSWORD: "open sesame" } });
  const text = "Nobody else's business, said at length. ".repeat(20);
  try {
    await page.goto(playground.address);
    const field = page.getByLabel("Password");
    const enter = async () => {
      await field.fill("open sesame");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    const leave = page.getByRole("button", { name: "Sign out", exact: true });
    await enter();
    const signOut = page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true });
    await leave.click();
    await signOut.click();
    await expect(field).toBeFocused();
    await enter();
    // How two answers came is kept when the page goes.
    for (const each of ["One word first.", text]) {
      await speak(page, each);
      await isKept(page, each);
    }
    const playing = page.getByRole("button", { name: "Pause", includeHidden: true });
    await expect(playing).toBeVisible();
    await leave.click();
    await signOut.click();
    await expect(field).toBeFocused();
    await expect(playing).toHaveCount(0);

    await enter();
    await leave.click();
    // A session that can't be ended is told, also where all that was kept is gone.
    const sessions = (url: URL) => url.pathname === "/playground/session";
    await page.route(sessions, (route) => route.fulfill({ status: 500 }));
    await page.getByRole("button", { name: "Sign out and delete what is kept here" }).click();
    await page.getByRole("dialog", { name: "You are still signed in" }).getByRole("button").click();
    await expect(page.getByText("Nothing spoken yet")).toBeVisible();
    await page.unroute(sessions);
    await leave.click();
    await signOut.click();
    await expect(field).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Script", includeHidden: true })).not.toHaveValue(text);
    expect(await browserData(page, context)).not.toContain("Nobody else's business");
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("speech-playground-arrivals");
    await enter();
    await expect(page.getByText("Nothing spoken yet")).toBeVisible();
  } finally {
    await playground.stop();
  }
});

test("PLAYGROUND_PASSWORD: nothing speaks without it, and a session that is lost leads back to it", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  const playground = await startProduct({ environment: { PLAYGROUND_PASSWORD: "open sesame" } });
  try {
    await page.goto(playground.address);
    const field = page.getByLabel("Password");
    await expect(field).toBeFocused();
    expect(await page.evaluate(async () => (await fetch("/v1/models")).status)).toBe(401);
    await field.fill("open barley");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("That isn't the password.");
    await field.fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await speak(page, "The cave is open.");

    await context.clearCookies();
    await page.getByRole("textbox", { name: "Script" }).fill("And closed again.");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await expect(field).toBeFocused();
    await field.fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue("And closed again.");
    await speak(page, "And open.");
  } finally {
    await playground.stop();
  }
});
