import { describe, expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import {
  form,
  isHeard,
  openPage,
  openWithTwoTakes,
  pause,
  play,
  present,
  press,
  speak,
  stage,
  watchFullScreen,
  words,
} from "./present.fixture.ts";

/** Every text that the stage shows from now on: some go by themselves, sooner than a busy machine looks. */
function followTexts(): () => ReadonlySet<string> {
  const dialog = stage().element();
  const texts = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const element of dialog.querySelectorAll("*"))
      if (element.childElementCount === 0 && element.checkVisibility())
        texts.add(element.textContent.replaceAll(/\s+/g, " "));
  });
  observer.observe(dialog, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return () => texts;
}

/** Pulls one finger over `target`, so many CSS pixels to the right and down. */
function swipe(target: Element, byX: number, byY: number): void {
  const touch = (clientX: number, clientY: number) => new Touch({ identifier: 1, target, clientX, clientY });
  const [from, to] = [touch(500, 300), touch(500 + byX, 300 + byY)];
  target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [from], changedTouches: [from] }));
  target.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [to] }));
}

describe("keys and fingers on the stage", () => {
  it("is louder and quieter by the arrows, silent by M, and says so; F5 stays, with Shift anew", async () => {
    const whole = watchFullScreen();
    const { programme, playground } = await openPage({ speech: () => soundOf(60) });
    playground.settings.setState({ volume: 0.9 });
    programme.getState().addScript(form("One."));
    programme.getState().addScript(form("Two."));
    await present();
    const said = (text: string) => stage().getByText(text, { exact: true });
    const texts = followTexts();
    await press("{End}{PageDown}");
    await expect.element(pause()).toBeVisible();
    const session = () => playground.takes.getState().current?.session.getSnapshot();
    await press("{ArrowDown}{ArrowDown}");
    await expect.poll(texts).toContain("Volume 70 %");
    await expect.poll(() => session()?.volume).toBe(0.7);
    await press("m");
    await expect.element(said("Muted")).toBeVisible();
    await expect.poll(() => session()?.muted).toBe(true);
    await expect.element(stage().getByRole("button", { name: "Unmute" })).toBeVisible();
    await press("{ArrowUp>3/}");
    await expect.poll(texts).toContain("Volume 100 %");
    await expect.poll(() => session()).toMatchObject({ muted: false, volume: 1 });
    await expect.element(pause()).toBeVisible();

    await press("{F5}");
    expect(whole).toHaveBeenCalledTimes(1);
    await expect.element(words()).toHaveTextContent("Two.");
    await expect.element(pause()).toBeVisible();
    await press("{Shift>}{F5}{/Shift}");
    await expect.element(words()).toHaveTextContent("Two.");
    await expect.element(play()).toBeVisible();
    await press("{Home}");
    await expect.element(words()).toHaveTextContent("One.");
  });

  it("goes to an item by G, its number and Enter, also where numbers are the item's own, not ended by 0", async () => {
    const { programme, takes } = await openWithTwoTakes();
    const [one, two] = takes;
    if (one === undefined || two === undefined) throw new Error("Not both were spoken.");
    programme.getState().addScript(form("The script."), undefined, 0);
    programme.getState().add({ kind: "blind", excerpt: "", takes: [one, two], question: "ab" });
    await present();
    const place = (text: string) => stage().getByText(text, { exact: true });
    await press("2{Enter}");
    await expect.element(place("2 of 3")).toBeVisible();
    await expect.element(stage().getByRole("radio").first()).toBeVisible();
    await press("g");
    await expect.element(place("A number, then Enter")).toBeVisible();
    await press("3");
    await expect.element(place("Enter: to 3")).toBeVisible();
    await press("{Enter}");
    await expect.element(place("3 of 3")).toBeVisible();

    await press("{PageDown}");
    const round = stage().getByRole("heading", { name: "Round 1" });
    await expect.element(round).toBeVisible();
    await press("0");
    await press("g0");
    await expect.element(place("Enter: to 0")).toBeVisible();
    await press("{Enter}");
    await expect.element(round).toBeVisible();
    await press("g1{Enter}");
    await expect.element(words()).toHaveTextContent("The script.");
  });

  it("takes no other pace along from the page, and says that it is muted", async () => {
    const { playground } = await openPage({ speech: () => soundOf(60) });
    await speak("As it was spoken.");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    playground.sound.getState().setRate(2);
    playground.sound.getState().setMuted(true);
    await present();
    await expect.element(stage().getByText("Muted", { exact: true })).toBeVisible();
    await press("m{PageDown}");
    await expect.element(pause()).toBeVisible();
    const session = () => playground.takes.getState().current?.session.getSnapshot();
    await expect.poll(session).toMatchObject({ rate: 1, muted: false });
  });

  it("turns its items by swipes to the side, which the browser doesn't take for the way back", async () => {
    const { programme, bodies } = await openPage();
    programme.getState().addScript(form("One."));
    programme.getState().addScript(form("Two."));
    await present();
    const swipeWords = (byX: number, byY: number) => swipe(words().element(), byX, byY);
    swipeWords(-120, 20);
    await expect.element(words()).toHaveTextContent("Two.");
    swipeWords(120, 200);
    swipeWords(30, 0);
    await expect.element(words()).toHaveTextContent("Two.");
    swipeWords(120, -20);
    await expect.element(words()).toHaveTextContent("One.");
    expect(bodies).toHaveLength(0);
    // A browser looks at what scrolls, and no further.
    expect(getComputedStyle(words().element()).touchAction).toBe("pan-y pinch-zoom");
    expect(getComputedStyle(words().element()).overscrollBehaviorX).toBe("none");
    expect(getComputedStyle(document.documentElement).overscrollBehaviorX).toBe("none");
  });

  it("turns a comparison and a blind test by a swipe: nothing that scrolls there gives it to the browser", async () => {
    const { programme, takes } = await openWithTwoTakes();
    const [one, two] = takes;
    if (one === undefined || two === undefined) throw new Error("Not both were spoken.");
    programme.getState().add({ kind: "blind", excerpt: "", takes: [one, two], question: "ab" });
    await present();
    for (const shown of ["radio", "button"] as const) {
      const middle =
        shown === "radio" ? stage().getByRole("radio").first() : stage().getByRole("button", { name: "Begin" });
      await expect.element(middle).toBeVisible();
      const scrolling = [...stage().element().querySelectorAll("*")]
        .map((element) => getComputedStyle(element))
        .filter(({ overflowY }) => overflowY === "auto");
      expect(scrolling.length).toBeGreaterThan(0);
      for (const { touchAction, overscrollBehaviorX } of scrolling)
        expect([touchAction, overscrollBehaviorX]).toEqual(["pan-y pinch-zoom", "none"]);
      await press("g2{Enter}");
    }
  });

  it("stays at a comparison while a finger seeks in it, at its slider and in its pictures", async () => {
    const { programme } = await openWithTwoTakes();
    programme.getState().addScript(form("The script."));
    await present();
    const slider = stage().getByRole("slider", { name: "Position" });
    await expect.element(slider).toBeVisible();
    const pictures = () => stage().getByRole("img", { name: /Waveform/ });
    await expect.poll(() => pictures().elements().length).toBe(2);
    for (const pulled of [slider, pictures().first()]) {
      swipe(pulled.element(), -120, 0);
      await expect.element(stage().getByText("1 of 2", { exact: true })).toBeVisible();
    }
    swipe(stage().getByRole("radiogroup", { name: "Heard" }).element(), -120, 0);
    await expect.element(words()).toHaveTextContent("The script.");
  });

  it("has a short help of its own, by the question mark, and Escape closes that alone", async () => {
    await openPage();
    await present();
    await press("?");
    const help = stage().getByRole("region", { name: "Keys" });
    await expect.element(help).toHaveTextContent("what failed is tried again");
    await press("{Escape}");
    await expect.element(help).not.toBeInTheDocument();
    await expect.element(stage()).toBeVisible();
  });

  it("goes black and quiet by B or the full stop, and comes back by anything, doing nothing else", async () => {
    const { programme } = await openPage({ speech: () => soundOf(60) });
    programme.getState().addScript(form("In the light."));
    programme.getState().addScript(form("Later."));
    await present();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    const black = () => stage().getByRole("button", { name: /The screen is black/ });
    await press("b");
    await expect.element(black()).toBeVisible();
    await expect.element(play()).toBeInTheDocument();
    await press("{PageDown}");
    expect(black().elements()).toEqual([]);
    await expect.element(pause()).toBeVisible();
    await expect.element(words()).toHaveTextContent("In the light.");
    // A digit that brings it back leads nowhere.
    await press("b");
    await expect.element(black()).toBeVisible();
    await press("2");
    expect(black().elements()).toEqual([]);
    await expect.element(pause()).toBeVisible();
    expect(stage().getByText("Enter: to 2").elements()).toEqual([]);
    await press(".");
    await black().click();
    await expect.element(pause()).toBeVisible();
  });

  it("goes on with a comparison's sound when the picture comes back", async () => {
    await openWithTwoTakes();
    await present();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await press("b");
    await expect.element(pause()).not.toBeInTheDocument();
    await press("b");
    await expect.element(pause()).toBeVisible();
  });

  it("a number of a comparison sounds at once, the next press goes on, and with Shift it begins anew", async () => {
    watchFullScreen();
    await openWithTwoTakes();
    await present();
    const heard = stage().getByRole("radiogroup", { name: "Heard" }).getByRole("radio");
    await expect.element(heard.nth(1)).toBeVisible();
    await press("1");
    await expect.element(pause()).toBeVisible();
    await expect.element(heard.nth(0)).toBeChecked();
    await press("{PageDown}");
    await expect.element(heard.nth(1)).toBeChecked();
    await press("{Shift>}{F5}{/Shift}");
    await expect.element(pause()).not.toBeInTheDocument();
    await press("{PageDown}");
    await expect.element(pause()).toBeVisible();
    await expect.element(heard.nth(0)).toBeChecked();
  });

  it("has keys of its own though single ones are off on the page; off there too, the space bar stays", async () => {
    const { programme, playground } = await openPage({ speech: () => soundOf(60) });
    const blackScreen = stage().getByRole("button", { name: /The screen is black/ });
    playground.settings.setState({ shortcuts: false });
    programme.getState().addScript(form("Quiet keys."));
    await present();
    await press(".");
    await expect.element(blackScreen).toBeVisible();
    await press("b");
    await expect.element(blackScreen).not.toBeInTheDocument();

    playground.settings.setState({ stageKeys: false });
    await press("b.l");
    expect(blackScreen.elements()).toEqual([]);
    expect(stage().getByRole("region", { name: "Programme" }).elements()).toEqual([]);
    await press(" ");
    await expect.element(pause()).toBeVisible();
    await isHeard(playground);
    await press("{PageUp}");
    await expect.element(play()).toBeVisible();
    await stage().getByRole("button", { name: "Black screen" }).click();
    await expect.element(blackScreen).toBeVisible();
    await press("{Escape}");
    await expect.element(blackScreen).not.toBeInTheDocument();
    await expect.element(stage()).toBeVisible();
  });
});
