import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { isKept } from "../kept.ts";
import { allModels } from "../page.ts";
import { Keyboard } from "../walk/keyboard.ts";

test("everything by the keyboard alone: written, tuned, spoken, heard, starred, and every tab and dialog", async ({
  page,
  context,
}) => {
  test.slow();
  const keyboard = new Keyboard(page, await context.newCDPSession(page));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Takes" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hear Autumn" })).toBeVisible();
  // The connection's button has its last name by then.
  await expect(page.getByText(allModels)).toBeVisible();

  // Once around, in both directions, without a trap.
  const there = await keyboard.around("Tab");
  const back = await keyboard.around("Shift+Tab");
  expect(back.map(({ name }) => name)).toEqual([...there].reverse().map(({ name }) => name));

  // So long that it still sounds where it is paused and heard on.
  const text = "Nobody needs a pointer where every key leads somewhere, and every button has a name.";
  await keyboard.tabTo("textbox", "Script");
  await keyboard.press("Control+a");
  await page.keyboard.type(text);

  await keyboard.tabTo("radio", "StreamSpeech v8");
  await keyboard.press("ArrowDown");
  await keyboard.isAt("radio", "RefVoice 2");
  await keyboard.tabTo("button", "Lower voice");
  await keyboard.press("Space");
  await keyboard.tabTo("radio", "Same as the voice");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await keyboard.tabTo("slider", /^happy/i);
  await keyboard.press("ArrowUp");
  await expect(page.getByRole("textbox", { name: /^happy/i })).not.toHaveValue("0.00");
  await keyboard.tabTo("radio", "RefVoice 2", "Shift+Tab");
  await keyboard.press("ArrowUp");
  await keyboard.isAt("radio", "StreamSpeech v8");

  await keyboard.tabTo("button", /^Voice:/);
  await keyboard.press("Enter");
  await keyboard.isAt("combobox", "Search voices");
  await page.keyboard.type("noah");
  await keyboard.press("Enter");
  await keyboard.isAt("button", /^Voice: ?Noah/);

  await keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete");
  await isKept(page, text);
  await keyboard.tabTo("slider", "Speed");
  await keyboard.press("ArrowRight");
  await keyboard.press("Control+Enter");
  await expect(page.getByRole("grid", { name: "Takes" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete");

  // Hear the older one, star it, pause, seek.
  await keyboard.tabTo("row", text);
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("row").nth(1)).toHaveAttribute("data-shown", "true");
  await keyboard.press("s");
  await expect(page.getByRole("row").nth(1).getByRole("button", { name: "Star" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await keyboard.tabTo("slider", "Position");
  await keyboard.press("Home");
  await keyboard.press("ArrowRight");
  await expect
    .poll(async () => Number(await page.getByRole("slider", { name: "Position" }).inputValue()))
    .toBeGreaterThan(0.9);
  await keyboard.press("k");
  await keyboard.tabTo("button", /^(Play|Pause)$/, "Shift+Tab");
  await keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" })).toBeVisible();

  // Every tab, and what it holds.
  for (const name of ["Tasks", "Compare", "Batch", "Request", "Frames", "Checks"]) {
    await keyboard.tabTo("tab", /./, "Shift+Tab");
    await keyboard.press("ArrowRight");
    await keyboard.isAt("tab", new RegExp(`^${name}`));
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
    await keyboard.tabTo("slider", "Position");
  }

  // The script stands in full again.
  await keyboard.press("f");
  await expect(page.getByRole("button", { name: "Samples" })).toBeVisible();

  // Dialogs and menus give the focus back.
  const opened = [
    ["button", /^Connection/, "dialog"],
    ["button", "Samples", "menu"],
    ["button", "Help", "dialog"],
  ] as const;
  for (const [role, name, what] of opened) {
    await keyboard.tabTo(role, name, "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page.getByRole(what)).toBeVisible();
    for (let presses = 0; presses < 6; presses++) await keyboard.press(what === "menu" ? "ArrowDown" : "Tab");
    await keyboard.press("Escape");
    await expect(page.getByRole(what)).toHaveCount(0);
    await keyboard.isAt(role, name);
  }

  await keyboard.tabTo("button", "简体中文", "Shift+Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "文本" })).toHaveValue(text);
  await keyboard.isAt("button", "简体中文");
  await keyboard.tabTo("button", /^配色跟随系统/);
  await keyboard.press("Enter");
  await keyboard.isAt("button", /^深色/);
  expect([...keyboard.faults]).toEqual([]);
});

test("a part of the form that comes late doesn't push what has the focus out of sight", async ({ page, context }) => {
  const keyboard = new Keyboard(page, await context.newCDPSession(page));
  const letGo = await hold(page, /(emotion-panel|reference-control)[^/]*\.js$/);
  await page.goto("/");
  await keyboard.tabTo("radio", "StreamSpeech v8");
  await keyboard.press("ArrowDown");
  await keyboard.isAt("radio", "RefVoice 2");
  await keyboard.tabTo("button", "About Speed");
  letGo();
  await expect(page.getByRole("radio", { name: "Same as the voice" })).toBeAttached();
  await expect(page.getByRole("textbox", { name: "Reference recording" })).toBeAttached();
  await expect.poll(async () => (await keyboard.look()).faults).toEqual([]);
  await keyboard.isAt("button", "About Speed");
});

test("a hint describes its button, the pointer may rest on it, a press goes to what lies below and ends it", async ({
  page,
}) => {
  await page.clock.install();
  // As wide as a phone, where a hint has no room beside the form.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const price = page.getByRole("paragraph").filter({ hasText: "Price:" });
  await price.hover();
  await expect(price).toHaveAccessibleDescription(/1 character = 1 input/);
  const hint = page.getByRole("tooltip").filter({ hasText: "pitch" });
  await page.getByRole("button", { name: "About Pitch" }).hover();
  await expect(hint).toBeVisible();
  // It stands over the line above, where the slider of the speed begins.
  const over = await hint.boundingBox();
  const below = await page.locator("[data-field=speed]").getByRole("slider").locator("../..").boundingBox();
  if (over === null || below === null) throw new Error("There is no hint over the slider.");
  const x = below.x + 4;
  const y = below.y + below.height / 2;
  expect(x).toBeLessThan(over.x + over.width);
  expect(y).toBeGreaterThan(over.y);
  expect(y).toBeLessThan(over.y + over.height);
  await page.mouse.move(x, y);
  for (let tenths = 0; tenths < 10; tenths++) {
    await page.clock.runFor(100);
    await expect(hint).toHaveCount(1);
  }
  await page.mouse.click(x, y);
  await expect(page.getByRole("textbox", { name: "Speed" })).toHaveValue(/^-0\.\d/);
  await expect(hint).toHaveCount(0);
  // What lies below may have a hint of its own, which takes the place of the one above it.
  await page.getByRole("button", { name: "About Pitch" }).hover();
  await expect(hint).toBeVisible();
  await page.getByRole("button", { name: "About Speed" }).hover();
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole("tooltip")).toContainText("slower");
});

test("Control and Enter send what one writes: the script, or a body by hand, never the script from elsewhere", async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") bodies.push(request.postData() ?? "");
  });
  await page.goto("/");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).press("Control+Enter");
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "By hand" }).check();
  const body = '{"model":"cloud-tts","voice":"en-US-AriaNeural","input":"By hand."}';
  await page.getByRole("textbox", { name: "Body" }).fill(body);
  await page.getByRole("textbox", { name: "Body" }).press("Control+Enter");
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete");
  expect(bodies).toEqual([body]);
  await page.getByRole("textbox", { name: "Script" }).fill("The script.");
  await page.getByRole("textbox", { name: "Script" }).press("Control+Enter");
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]).toContain("The script.");
});

test("what is wrong with a field is read while the next field's hint is open", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Speed" }).fill("abc");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "About Pitch" })).toBeFocused();
  const problem = page.locator("[data-field=speed]").getByRole("status");
  await expect(problem).toContainText("Speed must be a number");
  const hint = await page.getByRole("tooltip").boundingBox();
  const line = await problem.boundingBox();
  if (hint === null || line === null) throw new Error("There is no hint, or no problem.");
  expect(hint.x + hint.width).toBeLessThan(line.x);
});

test("where a person's own colours replace the page's, one still sees what is chosen, pressed and focused", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  await expect(page.getByRole("tab", { name: "Takes" })).toBeVisible();
  const look = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) =>
        [undefined, "::after"]
          .map((pseudo) => getComputedStyle(element, pseudo))
          .map(({ outline, border, backgroundColor }) => [outline, border, backgroundColor].join(" / "))
          .join(" // "),
      ),
    );
  const differ = async (chosen: string, other: string) => {
    const [one] = await look(chosen);
    const [another] = await look(other);
    expect(one, chosen).toBeDefined();
    expect(one, chosen).not.toBe(another);
  };
  await differ("button[lang][aria-pressed=true]", "button[lang][aria-pressed=false]");
  await differ("[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]");
  await differ("[aria-label=Mode] input:checked + span", "[aria-label=Mode] input:not(:checked) + span");
  await differ("label:has(input[value=streamspeech-v8]:checked)", "label:has(input[value=refvoice-2])");
  for (const name of ["Samples", "Help"]) {
    const button = page.getByRole("button", { name });
    await button.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(button).toBeFocused();
    expect(await button.evaluate((element) => getComputedStyle(element).outlineStyle), name).not.toBe("none");
  }
});

test("what a long paste brings comes with it: a button doesn't move away from the press that follows", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const script = page.getByRole("textbox", { name: "Script" });
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await script.fill("");
  await page.evaluate(() => navigator.clipboard.writeText("A long way to go. ".repeat(1_200)));
  const places = page.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        const buttons = () =>
          [...document.querySelectorAll("main button")].map((each) => each.getBoundingClientRect().top);
        const area = document.querySelector("textarea");
        area?.addEventListener("input", () =>
          requestAnimationFrame(() => {
            const before = buttons();
            area.blur();
            requestAnimationFrame(() => {
              const after = buttons();
              resolve(after.length === before.length ? after.map((top, at) => top - (before[at] ?? 0)) : [Number.NaN]);
            });
          }),
        );
      }),
  );
  await script.focus();
  await page.keyboard.press("Control+v");
  const moved = await places;
  expect(moved.length).toBeGreaterThan(3);
  expect(moved.every((by) => by === 0)).toBe(true);
  await expect(page.getByText("21,600 / 500,000")).toBeVisible();
});
