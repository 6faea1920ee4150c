import type { Page } from "@playwright/test";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { isKept } from "../kept.ts";
import { outOfOrder, watchLight } from "../lit.ts";
import { chooseTransport, elsewhereAddress, history, historyHolds, player, pressOnStage, row, speak } from "../page.ts";
import { heard, listen } from "../sound.ts";
import { twoFrames } from "../walk/settled.ts";

// Speech is made first, which on a busy machine takes a while.
test.setTimeout(150_000);

const prepared =
  "One small step, and the door is open. The night train leaves at ten: first the rails, then a low whistle over the " +
  "river, and at last the lights, one by one.";
const script = "You can hear it long before you see it, at last: first the rails.";

const stage = (page: Page) => page.getByRole("dialog", { name: "Presentation" });
const words = (page: Page) => stage(page).getByRole("region", { name: "Words" });
const button = (page: Page, name: string) => stage(page).getByRole("button", { name, exact: true });

/** The stage itself, and not what else has its name. */
const presenterScript = /\/assets\/presenter-(?!keys-)[^/]*\.js$/;

/** Opens the presentation, and waits until what is prepared is read. */
async function present(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await expect(words(page)).not.toBeEmpty();
}

/** Everything that leaves the page to be spoken, from now on. */
function watchSpeech(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname.startsWith("/v1/audio"))
      sent.push(request.postData() ?? "");
  });
  page.on("websocket", (socket) => sent.push(socket.url()));
  return sent;
}

/** How many programme items are on disk, and how many of them know their take. */
function onDisk(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const items = opening.result.transaction("programme").objectStore("programme").getAll();
          items.onsuccess = () => {
            opening.result.close();
            resolve([items.result.length, items.result.filter(({ take }) => take !== undefined).length]);
          };
        };
      }),
  );
}

/** Speaks with word times, and adds the take from its menu. Then writes the script and adds it from the programme. */
async function prepare(page: Page): Promise<void> {
  await page.goto("/");
  await chooseTransport(page, "WebSocket");
  await speak(page, prepared);
  await expect(player(page)).toContainText("complete", { timeout: 40_000 });
  await row(page, prepared).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Add to presentation" }).click();
  await expect(history(page)).toContainText("Added to the presentation as number 1.");
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await present(page);
  await expect(words(page)).toHaveText(prepared);
  await page.keyboard.press("l");
  await button(page, "Add the page's script").click();
  await expect(stage(page).getByRole("listitem")).toHaveCount(2);
  await expect.poll(() => onDisk(page)).toEqual([2, 1]);
  await isKept(page, prepared);
}

test("a take and a script are presented with a clicker: the take costs nothing, words light up, Escape leaves", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/ERR_INTERNET_DISCONNECTED/);
  await listen(page);
  const lit = await watchLight(page, "dialog");
  await prepare(page);
  // A stage that was left doesn't come back with a reload.
  await pressOnStage(page, "Leave the presentation");
  await historyHolds(page, 0);
  await page.reload();
  const sent = watchSpeech(page);

  await page.getByRole("heading", { name: "Speech Playground" }).click();
  await page.keyboard.press("p");
  await expect(words(page)).toHaveText(prepared);
  await expect(stage(page)).toContainText("Autumn");
  await expect(stage(page)).toContainText("StreamSpeech v8");
  await expect(stage(page).getByRole("status").filter({ hasText: "1 of 2" })).toHaveCount(1);

  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await heard(page)).loudSeconds).toBeGreaterThan(1);
  await expect.poll(async () => new Set(await lit()).size).toBeGreaterThan(2);
  expect(outOfOrder(await lit(), prepared)).toEqual([]);
  await expect(stage(page).locator("[data-lit]")).toHaveCount(1);
  expect((await heard(page)).peak).toBeGreaterThan(0.05);
  expect(sent).toEqual([]);

  // Black and quiet, and back where it was.
  await page.keyboard.press("b");
  await expect(stage(page).getByRole("button", { name: /The screen is black/ })).toBeVisible();
  await expect(button(page, "Play")).toBeAttached();
  await page.keyboard.press("b");
  await expect(button(page, "Pause")).toBeVisible();

  await page.keyboard.press("PageDown");
  await expect(words(page)).toHaveText(script);
  expect(sent).toEqual([]);
  const before = (await lit()).length;
  const litOfScript = async () => (await lit()).slice(before);
  await page.keyboard.press("PageDown");
  await expect.poll(async () => new Set(await litOfScript()).size, { timeout: 60_000 }).toBeGreaterThan(3);
  await expect(button(page, "Play")).toBeVisible();
  // Back at its beginning, it may light its first word.
  expect(outOfOrder(await litOfScript(), `${script} You`)).toEqual([]);
  expect(sent).toHaveLength(1);

  // Back at its beginning; what was spoken now is kept too, across a reload and without a network.
  await isKept(page, script);
  await expect.poll(() => onDisk(page)).toEqual([2, 2]);
  // A reload in the middle comes back to the stage, at its item.
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(words(page)).toHaveText(script);
  await expect(stage(page)).toContainText("Back at 2, where it was left. Home: from the first one.");
  await page.keyboard.press("Home");
  await expect(words(page)).toHaveText(prepared);
  await page.context().setOffline(true);
  await page.keyboard.press("End");
  await expect(words(page)).toHaveText(script);
  const loudBefore = (await heard(page)).loudSeconds;
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await heard(page)).loudSeconds).toBeGreaterThan(loudBefore + 0.5);
  expect(sent).toHaveLength(1);
  await page.keyboard.press("PageUp");
  await expect(button(page, "Play")).toBeVisible();
  await page.keyboard.press("PageUp");
  await expect(words(page)).toHaveText(prepared);
  await page.context().setOffline(false);
});

test("with nothing prepared, what was spoken live stays spoken after a reload, and isn't sent again", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await present(page);
  await page.keyboard.press("PageDown");
  await isKept(page, script);
  await page.reload();
  await expect(stage(page)).toContainText("StreamSpeech v8 · kept");
  await page.keyboard.press("PageDown");
  await expect(button(page, "Pause")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(stage(page)).toHaveCount(0);
  await expect(row(page, script)).toHaveCount(1);
});

test("a rehearsal outlives a reload and leaves live what it speaks, until somebody ends it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await present(page);
  await page.keyboard.press("l");
  await button(page, "Add the page's script").click();
  await button(page, "Rehearse: live stays live").click();
  await page.keyboard.press("l");
  await expect(stage(page)).toContainText("StreamSpeech v8 · live");
  await expect.poll(() => onDisk(page)).toEqual([1, 0]);
  await page.reload();
  await expect(stage(page).getByText("Rehearsal")).toBeVisible();
  await expect(stage(page)).toContainText("StreamSpeech v8 · live");
  await page.keyboard.press("PageDown");
  await isKept(page, script);
  await page.reload();
  await expect(stage(page)).toContainText("StreamSpeech v8 · kept");
  await page.keyboard.press("l");
  await button(page, "End the rehearsal").click();
  await expect(stage(page)).toContainText("StreamSpeech v8 · live");
  await page.reload();
  await expect(stage(page)).toContainText("StreamSpeech v8 · live");
  await expect(stage(page).getByText("Rehearsal")).toHaveCount(0);
  await expect.poll(() => onDisk(page)).toEqual([1, 0]);
});

test("who presses Escape before the stage has come doesn't find it open a moment later", async ({ page }) => {
  const asked = page.waitForRequest(presenterScript);
  const letCome = await hold(page, presenterScript);
  await page.goto("/");
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await asked;
  await page.keyboard.press("Escape");
  const came = page.waitForResponse(presenterScript);
  letCome();
  await (await came).finished();
  await page.evaluate(twoFrames);
  await expect(stage(page)).toHaveCount(0);
  // The next time it is there at once.
  await present(page);
});

test("the first Escape leaves full screen, the place stays, and the second leaves the presentation", async ({
  page,
}) => {
  await page.goto("/");
  await present(page);
  await expect(words(page)).toContainText("The night train leaves at ten.");
  await page.keyboard.press("f");
  await expect(button(page, "Leave full screen")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button(page, "Full screen")).toBeVisible();
  await expect(words(page)).toContainText("The night train leaves at ten.");
  await page.keyboard.press("Escape");
  await expect(stage(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Present", exact: true })).toBeFocused();
});

test("full screen that the browser refuses is said, and one that it doesn't have isn't offered", async ({ page }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError("not allowed"));
  });
  await page.goto("/");
  await present(page);
  await pressOnStage(page, "Full screen");
  await expect(stage(page)).toContainText("The browser refused full screen.");
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => undefined });
  });
  // The stage comes back by itself.
  await page.reload();
  await expect(words(page)).not.toBeEmpty();
  await expect(button(page, "Leave the presentation")).toBeVisible();
  await expect(button(page, "Full screen")).toHaveCount(0);
});

test("a still room sees the words alone; whoever moves, or comes with the keyboard, sees the controls", async ({
  page,
}) => {
  await page.goto("/");
  await present(page);
  const controls = stage(page).locator("[data-control]").first();
  await expect(controls).toHaveCSS("opacity", "1");
  await expect(controls).toHaveCSS("opacity", "0");
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 300);
  await expect(controls).toHaveCSS("opacity", "1");
  await expect(controls).toHaveCSS("opacity", "0");
  await page.keyboard.press("Tab");
  await expect(controls).toHaveCSS("opacity", "1");
});

test("without a network it says so, of money nothing; the clicker tries again, and the network ends it", async ({
  page,
  baseURL,
  expectPageErrors,
}) => {
  expectPageErrors(/ERR_INTERNET_DISCONNECTED/);
  // This machine is reached without a network, too.
  await page.goto(elsewhereAddress(baseURL));
  await page.getByRole("textbox", { name: "Script" }).fill(prepared);
  await present(page);
  await page.context().setOffline(true);
  await page.keyboard.press("PageDown");
  const message = stage(page).getByRole("alert");
  await expect(message).toContainText("No network at this moment.");
  await expect(message).not.toContainText("charged");
  const tried = page.waitForEvent("requestfailed");
  await page.keyboard.press("PageDown");
  await tried;
  await expect(message).toContainText("No network at this moment.");
  await page.context().setOffline(false);
  await expect(message).toHaveCount(0);
  await page.keyboard.press("PageDown");
  await expect(button(page, "Pause")).toBeVisible({ timeout: 60_000 });
});

test.describe("on a projector", () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test("letters get smaller as a text gets longer, without a leap, and all items begin at one edge", async ({
    page,
  }) => {
    await page.goto("/");
    const seen: { readonly size: number; readonly left: number; readonly width: number }[] = [];
    for (const length of [60, 65, 70, 71, 75, 80, 200, 600]) {
      const long = "The night train leaves at ten, and nobody knows where it goes. ".repeat(10).slice(0, length - 1);
      await page.getByRole("textbox", { name: "Script" }).fill(`${long}.`);
      await present(page);
      await expect(words(page)).toHaveText(`${long}.`.replace(/\s+/g, " "));
      seen.push(
        await words(page).evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element.querySelector("p") ?? element);
          const { left, width } = range.getBoundingClientRect();
          return { size: Number.parseFloat(getComputedStyle(element).fontSize), left, width };
        }),
      );
      await page.keyboard.press("Escape");
      await expect(stage(page)).toHaveCount(0);
    }
    const sizes = seen.map(({ size }) => size);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sizes.slice(0, 6).every((size, at) => size > (sizes[at - 1] ?? size) * 0.97)).toBe(true);
    expect(sizes[0]).toBeGreaterThan(110);
    expect(sizes.at(-1)).toBeGreaterThan(55);
    for (const { left, width } of seen) {
      expect(left).toBeCloseTo(seen[0]?.left ?? 0, 0);
      // No third of the wall stays empty.
      expect(width).toBeGreaterThan(1_920 * 0.66);
    }
  });
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} px`, () => {
    // axe is run as a script of the page, which the page's own policy forbids.
    test.use({ viewport, bypassCSP: true, reducedMotion: "reduce" });

    test("axe finds nothing in the presentation, and nothing reaches over its edge", async ({ page }) => {
      await prepare(page);
      const dialog = "dialog[aria-labelledby]";
      expect(await findingsInBothColours(page, dialog), "the programme").toEqual([]);
      await page.keyboard.press("l");
      await page.keyboard.press("PageDown");
      await expect(button(page, "Pause")).toBeVisible();
      await expect(stage(page).locator("[data-lit]")).toHaveCount(1);
      await page.keyboard.press(" ");
      await expect(button(page, "Play")).toBeVisible();
      expect(await findingsInBothColours(page, dialog), "the stage").toEqual([]);
      const wider = await stage(page).evaluate((element) =>
        [...element.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
          // What only a screen reader is told stands in a box of one pixel.
          .filter((each) => (each.parentElement?.clientWidth ?? 0) > 1)
          .map((each) => each.outerHTML.slice(0, 200)),
      );
      expect(wider).toEqual([]);
      expect(await stage(page).evaluate((element) => element.getBoundingClientRect().width)).toBe(viewport.width);
    });
  });
}

test("beside an open programme there is room for the words, the clock and every button", async ({ page }) => {
  await page.goto("/");
  for (const width of [768, 1440, 2560]) {
    await page.setViewportSize({ width, height: width > 1_000 ? 900 : 1_024 });
    await present(page);
    await page.keyboard.press("l");
    const programme = stage(page).getByRole("region", { name: "Programme" });
    const edge = (await programme.boundingBox())?.x ?? 0;
    expect(edge).toBeGreaterThan(width / 2);
    const main = stage(page).locator("[data-control], p, [role=region]").filter({ visible: true });
    const rights = await main.evaluateAll((elements) =>
      elements
        .filter((element) => element.closest("section:has(ol)") === null)
        .map((element) => element.getBoundingClientRect().right),
    );
    expect(rights.length).toBeGreaterThan(3);
    expect(Math.max(...rights)).toBeLessThanOrEqual(edge + 0.5);
    await pressOnStage(page, "Leave the presentation");
    await expect(stage(page)).toHaveCount(0);
    await historyHolds(page, 0);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("a short text is as large as there is room, without a broken word", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("textbox", { name: "Script" }).fill("This is one incredibly short text.");
    await present(page);
    const { height, breaks } = await words(page).evaluate((element) => {
      const paragraph = element.querySelector("p") ?? element;
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let inside = 0;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) inside += 1;
        }
      }
      return { height: paragraph.getBoundingClientRect().height, breaks: inside };
    });
    expect(breaks).toBe(0);
    expect(height).toBeGreaterThan(844 * 0.22);
    expect(height).toBeLessThan(844 * 0.6);
  });

  test("the one button of a single item stands in the middle", async ({ page }) => {
    await page.goto("/");
    await present(page);
    const box = await button(page, "Speak").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(195, 0);
  });
});

test("a programme leaves as one file, and is there in another browser with its order, scripts and sounds", async ({
  page,
  browser,
  baseURL,
}) => {
  await prepare(page);
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Save as a file").click()]);
  expect(file.suggestedFilename()).toMatch(/^programme \d{4}-\d\d-\d\d \d\d\.\d\d\.zip$/);
  await expect(stage(page)).toContainText(/Saved as programme .*“Import takes…” in the list of takes/);

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  await other.goto("/");
  const [chooser] = await Promise.all([
    other.waitForEvent("filechooser"),
    other.getByRole("button", { name: "Import takes…" }).click(),
  ]);
  await chooser.setFiles(await file.path());
  await expect(history(other)).toContainText("1 take imported. Presentation: 2 items added at its end.");
  const sent = watchSpeech(other);
  await present(other);
  await expect(words(other)).toHaveText(prepared);
  await expect(stage(other).getByRole("status").filter({ hasText: "1 of 2" })).toHaveCount(1);
  await other.keyboard.press("PageDown");
  await expect(button(other, "Pause")).toBeVisible();
  await other.keyboard.press("End");
  await expect(words(other)).toHaveText(script);
  expect(sent).toEqual([]);
  await context.close();
});

test.describe("on a phone, going back", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("closes the programme, then the presentation, and leaves the page only then", async ({ page }) => {
    await page.goto("/");
    for (const again of [1, 2]) {
      await present(page);
      await pressOnStage(page, "Programme");
      await expect(stage(page).getByRole("region", { name: "Programme" })).toBeVisible();
      await historyHolds(page, 2);
      await page.goBack();
      await expect(stage(page).getByRole("region", { name: "Programme" })).toHaveCount(0);
      await expect(stage(page), String(again)).toBeVisible();
      await historyHolds(page, 1);
      await page.goBack();
      await expect(stage(page)).toHaveCount(0);
    }
    // What is left by its button leaves nothing behind to go back to.
    await present(page);
    await pressOnStage(page, "Leave the presentation");
    await expect(stage(page)).toHaveCount(0);
    await historyHolds(page, 0);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
  });
});

test.describe("without motion", () => {
  test.use({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });

  test("a text on the stage is set as wide as with it, and all of it is in sight", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await expect(player(page)).toContainText("complete");
    await page.getByRole("button", { name: "Present", exact: true }).click();
    const words = stage(page).locator("p", { hasText: "The night train" });
    await expect(words).toBeInViewport({ ratio: 1 });
    const room = await words.evaluate((paragraph) => {
      const { paddingInlineEnd } = getComputedStyle(paragraph);
      return Number.parseFloat(paddingInlineEnd) / paragraph.clientWidth;
    });
    expect(room).toBeLessThan(0.3);
  });
});
