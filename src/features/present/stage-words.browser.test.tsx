import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { form, linesOf, lit, openPage, pause, present, press, timed, words } from "./present.fixture.ts";

describe("the words on the stage", () => {
  it("lights a word with the marks at it, and moves no line when the times of words come", async () => {
    await openPage({ speech: () => timed("Well") });
    await page.getByRole("textbox", { name: "Script" }).fill("“Well,” she said, and the room looked up at all of us.");
    await present();
    await expect.element(words()).toHaveTextContent("looked up");
    const before = linesOf(words().element());
    expect(before.length).toBeGreaterThan(1);
    await press("{PageDown}");
    await expect.poll(lit).toBe("Well");
    const marked = document.querySelectorAll("dialog :is([data-lit], [data-lead]:has(+ [data-lit]), [data-lit] + i)");
    expect([...marked].map(({ textContent }) => textContent)).toEqual(["“", "Well", ",”"]);
    expect(new Set([...marked].map((element) => getComputedStyle(element).backgroundColor)).size).toBe(1);
    expect(linesOf(words().element())).toEqual(before);
  });

  it("ends lines between words, in Chinese too, about as long, and moves none when word times come", async () => {
    await openPage({ speech: () => timed("大家好", "欢迎", "来到", "我们", "的", "语音") });
    const text = "大家好，欢迎来到我们的语音服务演示。今天天气很好，我们开始吧！";
    await page.getByRole("textbox", { name: "Script" }).fill(text);
    await present();
    await expect.element(words()).toHaveTextContent("欢迎来到我们的语音");
    const before = linesOf(words().element());
    expect(before.length).toBeGreaterThan(1);
    const lengths = before.map((line) => line.length);
    expect(Math.min(...lengths)).toBeGreaterThan(Math.max(...lengths) * 0.6);
    const whole = ["大家好", "欢迎", "来到", "我们", "语音", "服务", "演示", "今天", "天气", "开始"];
    for (const word of whole)
      expect(
        before.some((line) => line.includes(word)),
        word,
      ).toBe(true);
    await press("{PageDown}");
    await expect.poll(lit).toMatch(/^(?:大家好|欢迎|来到|我们|的|语音)$/);
    expect(linesOf(words().element())).toEqual(before);
    // The box is the word's alone: under the mark beside it there would be a seam.
    const comma = words().element().querySelector("[data-tail]");
    expect(comma?.textContent).toBe("，");
    comma?.previousElementSibling?.setAttribute("data-lit", "");
    expect(comma && getComputedStyle(comma).backgroundColor).toBe("rgba(0, 0, 0, 0)");
    await press("{Escape}");

    await page.getByRole("textbox", { name: "Script" }).fill("Now live: this sentence has never been spoken before.");
    await present();
    await expect.element(words()).toHaveTextContent("Now live");
    const english = linesOf(words().element()).map((line) => line.length);
    expect(Math.min(...english)).toBeGreaterThan(Math.max(...english) * 0.6);
  });

  it("makes words that nearly fit a little smaller, and fades none where nothing is to be scrolled", async () => {
    const { programme } = await openPage();
    const sizes: number[] = [];
    // From what fits as it is to what must be scrolled.
    const texts = [100, 200, 300, 400, 900].map((length) =>
      "Nobody knows where the night train goes. ".repeat(30).slice(0, length),
    );
    for (const text of texts) programme.getState().addScript(form(text));
    await present();
    for (const text of texts) {
      await expect.element(words()).toHaveTextContent(text.trim());
      const element = words().element();
      const fits = (): boolean => element.scrollHeight <= element.clientHeight;
      await expect.poll(() => (getComputedStyle(element).maskImage === "none") === fits()).toBe(true);
      const top = element.querySelector("p")?.getBoundingClientRect().top ?? 0;
      // Where it doesn't fit, it begins at the top.
      if (!fits()) expect(top - element.getBoundingClientRect().top).toBeLessThan(element.clientHeight * 0.1);
      sizes.push(Number.parseFloat(getComputedStyle(element).fontSize));
      await press("n");
    }
    expect(words().element().scrollHeight).toBeGreaterThan(words().element().clientHeight);
    expect(sizes.slice(0, 4)).toEqual([...sizes.slice(0, 4)].sort((one, other) => other - one));
  });

  it("follows the sound of a long text without word times by its share, until a person scrolls", async () => {
    const { playground } = await openPage({ speech: () => soundOf(100) });
    await page.getByRole("textbox", { name: "Script" }).fill("Nobody knows where the night train goes. ".repeat(30));
    await present();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    const place = (): number => {
      const { scrollTop, scrollHeight, clientHeight } = words().element();
      return scrollTop / (scrollHeight - clientHeight);
    };
    expect(place()).toBe(0);
    const session = () => playground.takes.getState().current?.session;
    await expect.poll(() => session()?.getSnapshot().state.status).toBe("complete");
    // What is whole takes the place of what came, at a moment of its own.
    const seekTo = (seconds: number) =>
      expect
        .poll(() => {
          if ((session()?.position() ?? 0) < seconds) session()?.seek(seconds);
          return session()?.position();
        })
        .toBeGreaterThan(seconds);
    await seekTo(50);
    await expect.poll(place).toBeGreaterThan(0.35);
    expect(place()).toBeLessThan(0.7);
    words().element().dispatchEvent(new WheelEvent("wheel"));
    const left = place();
    await seekTo(90);
    expect(Math.abs(place() - left)).toBeLessThan(0.05);
  });
});
