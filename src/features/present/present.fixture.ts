import { expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { type FakeAnswers, soundOf } from "../../core/page/fake-service.fixture.ts";
import type { Playground } from "../../core/page/playground.ts";
import { type ProgrammeStore, programmeOf } from "../../core/programme/programme.ts";

export const stage = () => page.getByRole("dialog", { name: "Presentation" });
export const words = () => stage().getByRole("region", { name: "Words" });
export const press = (keys: string) => userEvent.keyboard(keys);
export const play = () => stage().getByRole("button", { name: "Play", exact: true });
export const pause = () => stage().getByRole("button", { name: "Pause", exact: true });
export const lit = () => document.querySelector("dialog [data-lit]")?.textContent;

export const form = (text: string, model = "streamspeech-v8") =>
  ({ model, mode: "speech", transport: "http", values: { voice: "Autumn" }, text }) as const;

/** A minute of sound, and when each of the words is heard: a second each, the last one to the end. */
export async function* timed(...words: readonly string[]): ReturnType<typeof soundOf> {
  for await (const part of soundOf(60)) {
    if (part.type === "end") {
      const times = words.map((word, at) => ({
        word,
        start: at,
        end: at + 1 < words.length ? at + 1 : 60,
      }));
      yield { type: "progress", data: { message: times } };
    }
    yield part;
  }
}

/** A minute of sound, once `ready` is settled. */
export async function* soundAfter(ready: Promise<void>): ReturnType<typeof soundOf> {
  await ready;
  yield* soundOf(60);
}

/** The letters of each drawn line, without white space. */
export function linesOf(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = new Map<number, string>();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { 0: letter, index } of (node.textContent ?? "").matchAll(/\S/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const line = Math.round(range.getBoundingClientRect().bottom);
      lines.set(line, (lines.get(line) ?? "") + letter);
    }
  }
  return [...lines.values()];
}

/** The page, its programme emptied: the browser keeps one for all tests. */
export async function openPage(answers: FakeAnswers = {}, now?: () => number) {
  const rendered = await renderPage(answers, undefined, now);
  const programme: ProgrammeStore = programmeOf(rendered.playground);
  programme.getState().open();
  await expect.poll(() => programme.getState().loaded).toBe(true);
  const empty = (): void => {
    for (const { id } of programme.getState().items) programme.getState().remove(id);
  };
  empty();
  onTestFinished(empty);
  return { ...rendered, programme };
}

/** The whole screen is asked for, and never had: the frame of the tests has none. */
export function watchFullScreen() {
  const whole = vi.spyOn(document.documentElement, "requestFullscreen").mockResolvedValue();
  const offered = vi.spyOn(document, "fullscreenEnabled", "get").mockReturnValue(true);
  onTestFinished(() => {
    whole.mockRestore();
    offered.mockRestore();
  });
  return whole;
}

/** Two takes of the same words, compared by the programme's one item. */
export async function openWithTwoTakes() {
  const opened = await openPage({ speech: () => soundOf(60) });
  await speak("The same words.");
  await speak("The same words, again.");
  const takes = opened.playground.library.getSnapshot().rows.map(({ id }) => id);
  opened.programme.getState().add({ kind: "comparison", excerpt: "", takes });
  return { ...opened, takes };
}

/** Before the sound is heard, a press of a clicker changes nothing. */
export const isHeard = ({ takes }: Pick<Playground, "takes">) =>
  expect.poll(() => takes.getState().current?.session.position()).toBeGreaterThan(0.1);

export async function present() {
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await expect.element(stage()).toBeVisible();
}

export async function speak(text: string) {
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.element(page.getByRole("link", { name: /^Download/ })).toBeVisible();
}
