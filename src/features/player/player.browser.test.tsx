import { beforeAll, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import type { AudioBytes } from "../../audio/base/source.ts";
import { createPushSource, toneMp3 } from "../../audio/players/tone.fixture.ts";
import { takeDetails, takeRow, takeSound } from "../../core/takes/library.fixture.ts";
import { button, player, spoken } from "./player.fixture.ts";

const slider = () => player().getByRole("slider", { name: "Position" });
const wave = () => document.querySelector<HTMLElement>("[data-enabled]:has(input)") ?? document.body;
let tone: AudioBytes;

beforeAll(async () => {
  tone = await toneMp3({ seconds: 12 });
});

it.each([
  ["whole", "There was no room to keep this audio. Make room, then speak it again.", "audio not kept"],
  ["removed", "You removed this audio to make room. Speak it again to hear it.", "audio removed"],
] as const)(
  "a take whose sound is gone (%s) says why, and what to do; its row promises none",
  async (sound, said, short) => {
    const { playground } = await renderPage({}, ({ library }) => {
      library.begin(takeRow("k1", { status: "complete", sound }), takeDetails("k1"));
    });
    await playground.takes.getState().open("k1", { play: false });
    await expect.element(player().getByRole("status").filter({ hasText: said })).toBeVisible();
    await expect.element(player()).not.toHaveTextContent("No audio.");
    const row = page.getByRole("grid", { name: "Takes" }).getByRole("row").first();
    await expect.element(row).toHaveTextContent(short);
    await expect.element(row.getByRole("button", { name: "Hear" })).toBeDisabled();
  },
);

it("a take whose pitch was out of reach says so beside what is heard, as soon as that is known", async () => {
  const { playground } = await renderPage({}, ({ library }) => {
    void library.begin(takeRow("k1", { status: "complete" }), takeDetails("k1"));
    void library.keepSound(takeSound("k1"));
  });
  await playground.takes.getState().open("k1", { play: false });
  await expect.element(player().getByText("The night train leaves at ten.")).toBeVisible();
  playground.library.update("k1", {
    remarks: [{ code: "note", was: "pitch of 42 Hz is out of reach; spoken at 45 Hz" }],
  });
  await expect.element(player().getByText("pitch 45 Hz, not 42 Hz").last()).toBeVisible();
});

it("shows one take or the other while a press is answered, whatever else is drawn meanwhile", async () => {
  const { playground } = await renderPage({}, ({ library }) => {
    for (const [id, text] of [
      ["k1", "The first one."],
      ["k2", "The second one."],
    ] as const) {
      const form = { ...takeDetails(id).form, text };
      void library.begin(takeRow(id, { status: "complete", excerpt: text }), takeDetails(id, { form }));
      void library.keepSound(takeSound(id));
    }
  });
  const { drawing, library, takes } = playground;
  await takes.getState().open("k1", { play: false });
  await expect.element(player().getByText("The first one.")).toBeVisible();
  const shown: string[] = [];
  const bar = player().element();
  new MutationObserver(() => shown.push(bar.textContent)).observe(bar, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  drawing.hold();
  await takes.getState().open("k2", { play: false });
  drawing.hold();
  library.update("k1", { remarks: [{ code: "note", was: "pitch of 42 Hz is out of reach; spoken at 45 Hz" }] });
  playground.settings.setState({ language: "zh" });
  await new Promise(requestAnimationFrame);
  const before = shown.join();
  drawing.draw();
  await expect.element(page.getByRole("region", { name: "播放器" }).getByText("The second one.")).toBeVisible();
  expect(before).not.toContain("The second one.");
});

it.each([
  [`http://127.0.0.1:4173/references/own-1795669981-${"a".repeat(32)}.wav`, "own recording"],
  ["https://example.com/voices/deep.mp3?signature=aaaa", "deep.mp3"],
])("a recording is named without what opens it: %s", async (voice, name) => {
  const { playground } = await renderPage({}, ({ library }) => {
    const form = { ...takeDetails("k1").form, model: "refvoice-2", values: { voice } };
    library.begin(takeRow("k1", { model: "refvoice-2", voice, status: "complete" }), takeDetails("k1", { form }));
  });
  await playground.takes.getState().open("k1", { play: false });
  await expect.element(player().getByText(name, { exact: true })).toBeVisible();
  expect(player().element().outerHTML).not.toContain("aaaa");
  // The system's own controls show it, too.
  await expect.poll(() => navigator.mediaSession.metadata?.artist).toBe(name);
});

/** The upright strokes of the waveform. */
function bars(): number {
  return (document.querySelector("path[data-bars]")?.getAttribute("d") ?? "").split("M").length - 1;
}

function dots(): number {
  return (document.querySelector("path[data-ahead]")?.getAttribute("d") ?? "").split("M").length - 1;
}

/** How far to the right the bars are coloured, in CSS pixels. */
function heardUntil(): number {
  return wave().querySelector(":scope > div > svg")?.parentElement?.getBoundingClientRect().right ?? Number.NaN;
}

function point(type: string, part: number): void {
  const { left, width, top, height } = wave().getBoundingClientRect();
  wave().dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      button: 0,
      clientX: left + part * width,
      clientY: top + height / 2,
    }),
  );
}

/** Moves the pointer until the waveform, which may still be finding its width, shows `moment` under it. */
async function momentAt(part: number, moment: string): Promise<void> {
  await expect
    .poll(() => {
      point("pointermove", part);
      return player().element().textContent;
    })
    .toContain(moment);
}

describe("the slider", () => {
  it("moves by keys and says where it is", async () => {
    const { session } = await spoken();
    await button("Pause").click();
    session.seek(2);
    const element = slider().element();
    if (!(element instanceof HTMLElement)) throw new Error("no slider");
    element.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(session.position()).toBeCloseTo(3, 1);
    await expect.element(slider()).toHaveAttribute("aria-valuetext", "0:03.0 of 0:08.0");
    await userEvent.keyboard("{ArrowDown}{ArrowLeft}");
    expect(session.position()).toBeCloseTo(1, 1);
    await userEvent.keyboard("{PageUp}");
    expect(session.position()).toBeCloseTo(8, 1);
    await userEvent.keyboard("{PageDown}{ArrowUp}");
    expect(session.position()).toBeCloseTo(1, 1);
    await userEvent.keyboard("{End}");
    expect(session.position()).toBeCloseTo(8, 1);
    await userEvent.keyboard("{Home}");
    expect(session.position()).toBe(0);
  });

  it("is off while there is nothing to hear", async () => {
    await renderPage();
    await expect.element(slider()).toBeDisabled();
  });
});

describe("the waveform", () => {
  it("grows while the sound comes, within the length that is expected, and stays when all is there", async () => {
    const input = createPushSource();
    await renderPage({ speech: input.source }, ({ settings }) => settings.setState({ script: "a".repeat(160) }));
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    input.start();
    input.audio(tone.slice(0, tone.length / 6));
    await expect.poll(bars).toBeGreaterThan(0);
    await expect.poll(() => bars() / (bars() + dots())).toBeCloseTo(0.2, 1);
    input.audio(tone.slice(tone.length / 6, tone.length / 2));
    await expect.poll(() => bars() / (bars() + dots())).toBeCloseTo(0.6, 1);
    input.audio(tone.slice(tone.length / 2));
    input.end();
    await expect.poll(dots).toBe(0);
  });

  it("seeks where the pointer is let go, not before", async () => {
    const { session } = await spoken();
    await button("Pause").click();
    session.seek(0);
    point("pointerdown", 0.25);
    await momentAt(0.5, "0:04.0");
    expect(session.position()).toBe(0);
    point("pointerup", 0.5);
    expect(session.position()).toBeCloseTo(4, 1);
    point("pointerdown", 0.9);
    point("pointercancel", 0.9);
    point("pointerup", 0.9);
    expect(session.position()).toBeCloseTo(4, 1);
  });

  it("colours what was heard, to the pixel", async () => {
    const { session } = await spoken();
    await button("Pause").click();
    for (const seconds of [6, 0, 3.1]) {
      session.seek(seconds);
      const { left, width } = wave().getBoundingClientRect();
      await expect.poll(() => Math.abs(heardUntil() - (left + (width * seconds) / 8))).toBeLessThan(1.5);
    }
  });

  it("moves no oftener than by a pixel while it plays", async () => {
    const { session } = await spoken(60);
    await expect.poll(() => session.getSnapshot().state).toMatchObject({ status: "complete" });
    await expect.poll(() => heardUntil() - wave().getBoundingClientRect().left).toBeGreaterThan(1);
    const from = heardUntil();
    let moves = 0;
    const watch = new MutationObserver((records) => {
      moves += records.filter(
        ({ target }) => target instanceof HTMLElement && !(target instanceof HTMLInputElement),
      ).length;
    });
    watch.observe(wave(), { attributes: true, attributeFilter: ["style"], subtree: true });
    await expect.poll(() => heardUntil() - from).toBeGreaterThan(10);
    watch.disconnect();
    // The window of the bars, and the cursor.
    expect(moves).toBeLessThanOrEqual(2 * (heardUntil() - from + 1) * devicePixelRatio);
  });

  it("shows the moment under the pointer", async () => {
    await spoken();
    await momentAt(0.75, "0:06.0");
  });
});

describe("the controls", () => {
  it("go back and on by five seconds, within what is there", async () => {
    const { session } = await spoken();
    await button("Pause").click();
    session.seek(2);
    await button("Forward 5 seconds").click();
    expect(session.position()).toBeCloseTo(7, 1);
    await button("Forward 5 seconds").click();
    expect(session.position()).toBeCloseTo(8, 1);
    await button("Back 5 seconds").click();
    await button("Back 5 seconds").click();
    expect(session.position()).toBe(0);
  });

  it("end and rewind", async () => {
    const { session } = await spoken();
    session.seek(3);
    await button("Stop and go back to the start").click();
    await expect.element(button("Play")).toBeVisible();
    expect(session.position()).toBe(0);
  });

  it("mute without forgetting how loud it was", async () => {
    const { session, playground } = await spoken();
    playground.settings.setState({ volume: 0.4 });
    await button("Mute").click();
    await expect.element(button("Unmute")).toBeVisible();
    await expect.poll(() => session.getSnapshot().muted).toBe(true);
    await button("Unmute").click();
    await expect.poll(() => session.getSnapshot()).toMatchObject({ muted: false, volume: 0.4 });
  });

  it("offer a rate once all is there, and until then say why not", async () => {
    const input = createPushSource();
    const { playground } = await renderPage({ speech: input.source });
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    input.start();
    input.audio(tone);
    await expect.element(button("Pause")).toBeVisible();
    const off = player().getByRole("button", { name: "Rate: 1×" });
    await expect.element(off).toHaveAttribute("aria-disabled", "true");
    await expect.element(off).toHaveAccessibleDescription(/The rate can be changed once all the audio is here/);
    input.end();
    const rate = player().getByRole("combobox", { name: "Rate" });
    await rate.selectOptions("1.5×");
    const session = playground.takes.getState().current?.session;
    await expect.poll(() => session?.getSnapshot().rate).toBe(1.5);
    await expect.element(rate).toHaveValue("1.5");
    await expect.element(button("Pause")).toBeVisible();
  });
});

it("shows every figure with all its digits", async () => {
  await spoken();
  await button("Figures").click();
  const panel = page.getByRole("dialog", { name: "Figures" });
  for (const term of ["request sent", "headers", "first byte", "first sound", "last byte", "complete", "stalls"]) {
    await expect.element(panel.getByText(term, { exact: true })).toBeVisible();
  }
  await expect.element(panel).toHaveTextContent(/first byte\d+\.\d{3} ms/);
  await expect.element(panel).toHaveTextContent("size128,044 B");
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
});

it("a sample rate that nothing tells is marked as assumed wherever it stands, in both languages", async () => {
  const format = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1, rateAssumed: true } as const;
  const { playground } = await renderPage({
    async *speech() {
      yield { type: "start", format };
      yield { type: "audio", bytes: new Uint8Array(22_050) };
      yield { type: "end" };
    },
  });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.element(player()).toHaveTextContent("pcm_s16le 22,050 Hz assumed");
  await button("Figures").click();
  const panel = page.getByRole("dialog", { name: "Figures" });
  await expect.element(panel).toHaveTextContent("sample rate22,050 Hz assumed");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "Answer" }).click();
  const came = page.getByRole("region", { name: "What came", exact: true });
  await expect.element(came).toHaveTextContent("hertz22050 assumed");
  await expect.element(came).toHaveTextContent("decoded sample rate22,050 Hz assumed");
  playground.settings.setState({ language: "zh" });
  await expect.element(page.getByText("pcm_s16le 22,050 Hz（假定）").first()).toBeVisible();
  await expect.element(page.getByText("22050（假定）", { exact: true })).toBeVisible();
});

it("shows the take to the system's controls", async () => {
  const { session } = await spoken();
  const { mediaSession } = navigator;
  await expect.poll(() => mediaSession.metadata).toMatchObject({ artist: "Autumn", album: "StreamSpeech v8" });
  expect(mediaSession.metadata?.title).not.toBe("");
  await expect.poll(() => mediaSession.playbackState).toBe("playing");
  session.pause();
  await expect.poll(() => mediaSession.playbackState).toBe("paused");
});

it("a sound that the browser holds back has a button of its own", async () => {
  const { session } = await spoken();
  await button("Pause").click();
  // A rate is only the recording's, which an element plays: it takes over at a moment of its own.
  session.setRate(0.5);
  await expect.poll(() => session.getSnapshot().rate).toBe(0.5);
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("not allowed", "NotAllowedError"));
  session.play();
  await expect.element(player().getByText("The browser needs a click before it plays.").last()).toBeVisible();
  HTMLMediaElement.prototype.play = play;
  await button("Play now").click();
  await expect.element(button("Pause")).toBeVisible();
});
