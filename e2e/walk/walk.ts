import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { isKept } from "../kept.ts";
import { chooseTransport } from "../page.ts";
import { walkBoard } from "./board.ts";
import type { Names } from "./names.ts";
import type { Visit, Walk } from "./visit.ts";

const text = "One small step, and the door is open.";

/**
 * Lets a WebSocket's sound through and keeps its last word back, so that the page goes on receiving until it is told
 * to.
 */
async function holdEnd(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.routeWebSocket(/\/v1\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      if (typeof message === "string" && message.includes('"complete"')) await held;
      socket.send(message);
    });
    server.onClose(async (code, reason) => {
      await held;
      await socket.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) });
    });
  });
  return release;
}

/**
 * Goes through every state of the page that a person can meet with the embedded service, in one page and one start, and
 * stops in each. The page may log that a request was refused with 400, and that one failed while it is offline.
 */
export async function walkThrough(page: Page, names: Names, visit: Visit): Promise<void> {
  const walk: Walk = { page, names, visit };
  const { s } = names;
  const sayEnd = await holdEnd(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: s.samples, exact: true })).toBeVisible();
  // A phone has no room for how many models there are.
  await expect(page.getByText(/· 3 /)).toBeAttached();
  await visit("a first visit");
  await walkHeader(walk);
  await walkForm(walk);
  await walkSending(walk, sayEnd);
  await walkBoard(walk, text);
  await walkEnds(walk);
}

async function walkHeader({ page, names: { t, s }, visit }: Walk): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${t.header.connection}`) }).click();
  await expect(page.getByText(t.connection.version, { exact: true })).toBeVisible();
  await visit("the connection");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: t.header.help });
  await expect(help).toBeVisible();
  // Where nobody has keys, nothing speaks of them.
  const shortcuts = help.locator("summary");
  if (await shortcuts.isVisible()) await shortcuts.click();
  await visit("the help");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: s.samples, exact: true }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await visit("the sample scripts");
  await page.keyboard.press("Escape");
}

async function walkForm({ page, names, visit }: Walk): Promise<void> {
  const { t, r, v } = names;
  await page.getByRole("button", { name: new RegExp(`^${t.fields.groups.voice}[:：]`) }).click();
  const search = page.getByRole("combobox", { name: v.search });
  await expect(search).toBeFocused();
  await visit("the list of voices");
  await search.fill("nobody at all");
  await visit("a voice that nobody has");
  await search.fill("");
  await page.keyboard.press("Escape");

  const script = page.getByRole("textbox", { name: t.script.label });
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await visit("Cloud TTS");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await visit("RefVoice 2");
  await page.getByRole("textbox", { name: /^(Reference recording|参考录音)/ }).fill("http://127.0.0.1:22/mine.ogg");
  await page.getByRole("radio", { name: /^(Mood|情绪|Emotion vector|情感向量)/ }).check();
  await page.getByText(r.advanced, { exact: true }).click();
  await visit("the emotion desk, and advice on a recording");
  await page.getByRole("radio", { name: "StreamSpeech v8" }).check();

  await script.fill("");
  await visit("an empty script");
  await script.fill("みなさま、こんばんは。ご乗車ありがとうございます。");
  await expect(page.getByText(v.noneFits).or(page.getByRole("button", { name: /^(Use|改用) / }))).toBeVisible();
  await visit("a voice that speaks another language");
  await script.fill("a".repeat(500_001));
  await expect(page.getByText("500,001 / 500,000")).toBeVisible();
  await visit("a script that is too long");
  await script.fill(text);
  await walkPronunciations({ page, names, visit });
}

/** The list of pronunciations: as it opens, and with a line that is right and one that isn't. */
async function walkPronunciations({ page, names: { p, s, t }, visit }: Walk): Promise<void> {
  await page.getByRole("button", { name: s.pronunciations }).click();
  const list = page.getByRole("dialog", { name: s.pronunciations });
  await expect(list.getByRole("textbox", { name: p.word, exact: true })).toBeVisible();
  await visit("the list of pronunciations");
  for (const [at, word] of ["42", "[42]"].entries()) {
    await list.getByRole("textbox", { name: p.word, exact: true }).nth(at).fill(word);
    await list.getByRole("textbox", { name: p.spokenOf(word), exact: true }).fill("4 2");
  }
  await visit("a pronunciation that can't be used");
  for (const word of ["42", "[42]"]) await list.getByRole("button", { name: p.remove(word) }).click();
  await list.getByRole("button", { name: t.words.done }).click();
}

async function walkSending({ page, names: { t, w }, visit }: Walk, sayEnd: () => void): Promise<void> {
  const speak = page.getByRole("button", { name: t.speak.speak, exact: true });
  const player = page.getByRole("region", { name: t.player.label, exact: true });
  const letGo = await hold(page, "**/v1/audio/speech");
  await speak.click();
  await expect(player).toContainText(t.player.connecting);
  await visit("waiting for the first sound");
  letGo();
  await expect(player).toContainText(t.player.moments.complete);
  await isKept(page, text);

  await chooseTransport(page, "WebSocket");
  await speak.click();
  await expect(player).toContainText(t.player.moments.firstSound);
  await visit("receiving");
  sayEnd();
  await expect(player).toContainText(t.player.moments.complete);
  await visit("after a sentence");
  await player.getByRole("button", { name: t.player.figures }).click();
  await visit("the figures");
  await page.keyboard.press("Escape");
  await player.getByRole("button", { name: w.captions }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(3);
  await visit("the captions");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: w.readAlong }).click();
  await expect(page.getByRole("region", { name: w.readAlong })).toBeVisible();
  await visit("reading along");
  await page.getByRole("button", { name: w.back }).first().click();

  await page.getByRole("textbox", { name: /^(Speed|语速)/ }).fill("5");
  await speak.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await visit("a refusal");
  await page.getByRole("textbox", { name: /^(Speed|语速)/ }).fill("0");
  await chooseTransport(page, "HTTP");
}

/** What leaves the page in a state that one doesn't walk on from. */
async function walkEnds({ page, names: { t }, visit }: Walk): Promise<void> {
  await page.context().setOffline(true);
  await page.getByRole("button", { name: t.speak.speak, exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await visit("offline");
  await page.context().setOffline(false);
}
