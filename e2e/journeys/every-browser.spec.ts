import { lateStop } from "../../src/features/speak/stop-guard.ts";
import { findCandidates } from "../browsers/drive.ts";
import { type DrivenPage, untilGiven } from "../browsers/driven.ts";
import { expect, test } from "../heard.ts";
import { countSounds } from "../kept.ts";
import { paced } from "../paced-service.ts";
import { cardRate, type Heard, momentOf, type SoundCard } from "../sound-card/card.ts";
import { onsetOf } from "../sound-card/measure.ts";
import { chooseCodec, chooseRung, prepare } from "../sound-card/rungs.ts";
import { notePresses, shownFirstSound } from "../sound-card/shown-first-sound.ts";
import { murmur, toMp3 } from "../sound-card/signal.ts";

/** Everything that speaks, by what one chooses on the page. */
const sounds = [
  { sound: "MP3, streamed", model: "StreamSpeech v8", codec: "libmp3lame" },
  { sound: "PCM, streamed", model: "StreamSpeech v8", codec: "pcm_s16le" },
  { sound: "mu-law, streamed", model: "StreamSpeech v8", codec: "pcm_mulaw" },
  { sound: "WAV of a reference voice", model: "RefVoice 2" },
] as const;

const loudSeconds = ({ samples }: Heard): number =>
  samples.filter((sample) => Math.abs(sample) > 0.01).length / cardRate;

/** Not repeated, and to its end: what the engine leaves silent isn't heard. */
function expectWhole(heard: Heard, duration: number, what: string): void {
  expect(loudSeconds(heard), what).toBeGreaterThan(duration * 0.3);
  expect(loudSeconds(heard), what).toBeLessThan(duration + 0.1);
  const last = heard.samples.findLastIndex((sample) => Math.abs(sample) > 0.01);
  expect((last - (onsetOf(heard) ?? 0)) / cardRate, what).toBeGreaterThan(duration - 0.8);
}

// Starting a browser and a session counts here too, and nothing is judged by it.
test.describe.configure({ timeout: 180_000 });

/** Resolves when the player plays: until then it shows the sound before. */
const playing = (page: DrivenPage) =>
  page.until(() => document.querySelector("section[aria-label=Player] button[aria-label=Pause]") !== null || null);

/**
 * Resolves when the player offers to play again what it has played, with how long it says that is. Where it isn't known
 * to have begun, `script` tells it from the sound before: the player shows that for a moment behind a press.
 */
async function playedOut(page: DrivenPage, script = ""): Promise<number> {
  const clock = await page.until((script) => {
    const player = document.querySelector("section[aria-label=Player]");
    const play = player?.querySelector("button[aria-label=Play]:not(:disabled)");
    const text = player?.textContent ?? "";
    return play && [script, "first sound", "complete"].every((part) => text.includes(part))
      ? (/\/ (\d+:\d+\.\d)/.exec(text)?.[1] ?? null)
      : null;
  }, script);
  return toSeconds(clock);
}

/** Where the player's clock says that it is, in seconds. The moment below the pointer stands in front of that. */
async function position(page: DrivenPage): Promise<number> {
  const text = await page.evaluate(() => {
    const player = document.querySelector("section[aria-label=Player]")?.cloneNode(true) as Element | undefined;
    for (const seen of player?.querySelectorAll("[aria-hidden=true]") ?? []) seen.remove();
    return player?.textContent ?? "";
  });
  return toSeconds(/(\d+:\d\d\.\d) \//.exec(text)?.[1] ?? "");
}

function toSeconds(clock: string): number {
  const [minutes = Number.NaN, seconds = Number.NaN] = clock.split(":").map(Number);
  return minutes * 60 + seconds;
}

/** Notes from here on since when the main button has meant Speak. */
const noteSpeak = (page: DrivenPage) =>
  page.evaluate(() => {
    const note = (): void => {
      const isStop = [...document.querySelectorAll("button")].some(({ textContent }) => textContent.startsWith("Stop"));
      const { dataset } = document.documentElement;
      if (isStop) delete dataset["speakSince"];
      else dataset["speakSince"] ??= String(performance.now());
    };
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
    note();
    return true;
  });

/** Resolves when a press speaks: one that comes just behind an answer's end is taken for a late one on Stop. */
const canSpeakAgain = (page: DrivenPage) =>
  page.until(
    (late) => performance.now() - Number(document.documentElement.dataset["speakSince"]) >= late || null,
    lateStop,
  );

async function silentFor(card: SoundCard, seconds: number): Promise<Heard> {
  const from = performance.now();
  await new Promise((wait) => setTimeout(wait, seconds * 1_000));
  await card.caughtUp();
  return card.heardSince(from);
}

for (const { name } of findCandidates().filter(({ missing }) => missing.length === 0)) {
  test.describe(name, () => {
    // By one worker: each that takes part starts the browser, with a display and a sound card.
    test.describe.configure({ mode: "default" });

    test("MP3, samples and WAV are heard at the sound card, whole", async ({ openIn, product, card }) => {
      const page = await openIn(name, product.address);
      // Once they are samples, those of mu-law go the way of PCM.
      for (const each of sounds.filter(({ sound }) => name === "chromium" || !sound.startsWith("mu-law"))) {
        await page.click("radio", each.model);
        await page.fill("textbox", "Script", "One small step, and the door is open.");
        if ("codec" in each) await chooseCodec(page, each.codec);
        if (each.model === "RefVoice 2") {
          await page.click("radio", "Speech");
          await page.click("button", "Lower voice");
        }
        const begin = performance.now();
        await page.click("button", "Speak");
        await playing(page);
        const duration = await playedOut(page);
        await card.caughtUp();
        const heard = card.heardSince(begin);
        expect(duration, each.sound).toBeGreaterThan(1.5);
        expectWhole(heard, duration, each.sound);
      }
    });

    // WebKitGTK lets go of sound for which its own thread comes late, as it does where another browser starts beside
    // it: of a quarter of a second nothing may be left.
    test("three characters are heard, too; what was spoken is on disk with its sound, a later take too", {
      tag: "@alone",
    }, async ({ openIn, product, card }) => {
      const page = await openIn(name, product.address);
      for (const [index, text] of ["Hi!", "You!"].entries()) {
        await page.fill("textbox", "Script", text);
        const begin = performance.now();
        await page.click("button", "Speak");
        const duration = await playedOut(page, text);
        await card.caughtUp();
        expect(duration, text).toBeGreaterThan(0.1);
        expect(loudSeconds(card.heardSince(begin)), text).toBeGreaterThan(0.1);
        await untilGiven(`sounds on disk: ${index + 1}`, async () =>
          (await page.evaluate(countSounds)) === index + 1 ? true : null,
        );
      }
    });

    test("the first sound that the player shows is the one that is heard: MP3, PCM and WAV", {
      tag: "@alone",
    }, async ({ openIn, playground, card }) => {
      const seconds = 0.5;
      const page = await openIn(name, playground.address);
      await notePresses(page);
      await noteSpeak(page);
      for (const rung of ["MP3", "PCM", "WAV"] as const) {
        const { contentType, bytes } = await prepare(rung, seconds);
        await chooseRung(page, rung);
        const errors: number[] = [];
        const good = () => errors.filter((error) => Math.abs(error) < 30).length;
        while (errors.length < 5 && good() < 2) {
          const { ended } = playground.service.next({ contentType, steps: paced(bytes, seconds, 3) });
          await canSpeakAgain(page);
          const pressed = performance.now();
          await page.click("button", "Speak");
          await ended;
          await playedOut(page);
          await card.caughtUp();
          const heard = card.heardSince(pressed);
          errors.push((await shownFirstSound(page)) - momentOf(heard, onsetOf(heard) ?? Number.NaN));
        }
        // Whatever else the machine does holds up single sounds, or their figures, on the way: a player that is wrong
        // by itself is wrong in all takes, so two good ones of five tell. One that wasn't heard in time is no good one.
        expect(good(), `${rung}: ${errors}`).toBe(2);
      }
    });

    test("seek, pause and download do what they say", async ({ openIn, playground, card }) => {
      // So long that a slow machine presses the slider before it has ended.
      const seconds = 12;
      const half = seconds / 2;
      const mp3 = await toMp3(murmur(seconds, 44_100));
      const page = await openIn(name, playground.address);
      const { ended } = playground.service.next({ contentType: "audio/mpeg", steps: paced(mp3, seconds, 12) });
      await page.click("button", "Speak");
      await ended;
      const seeking = performance.now();
      // A press on the slider is one in its middle. The sound goes on from there.
      await page.click("slider", "Position");
      await untilGiven("the second half", async () => ((await position(page)) > half ? true : null));
      await page.click("button", "Pause");
      expect(await position(page)).toBeLessThan(half + (performance.now() - seeking) / 1_000);
      await silentFor(card, 0.3);
      expect(onsetOf(await silentFor(card, 0.5))).toBeUndefined();
      // While it is paused, it stays so, and Play speaks the second half and no more.
      await page.click("slider", "Position");
      expect(await position(page)).toBeCloseTo(half, 0);
      const played = performance.now();
      await page.click("button", "Play");
      await playing(page);
      await playedOut(page);
      await card.caughtUp();
      expect(Math.abs(loudSeconds(card.heardSince(played)) - half)).toBeLessThan(0.5);
      const file = await page.download("link", /^Download .*\.mp3$/);
      expect(Buffer.compare(file.bytes, mp3)).toBe(0);
    });

    test("Share copies a link by one press; a batch's plan can't be scrolled sideways", async ({ openIn, product }) => {
      const page = await openIn(name, product.address);
      await page.click("button", "Share");
      const said = await page.until(
        () => /Link copied|doesn't allow copying/.exec(document.body.innerText)?.[0] ?? null,
      );
      expect(said).toBe("Link copied");
      await page.evaluate(() => {
        const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
        tabs.find(({ textContent }) => textContent === "Batch")?.click();
        return tabs.length;
      });
      const wide = await page.until(() =>
        document.body.innerText.includes("At the same time")
          ? [...document.querySelectorAll("[role=tabpanel] *")]
              .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map(({ className }) => className)
          : null,
      );
      expect(wide).toEqual([]);
    });

    test("Stop ends the sound while it arrives, and what came is kept", async ({ openIn, playground, card }) => {
      const mp3 = await toMp3(murmur(20, 44_100));
      const page = await openIn(name, playground.address);
      const { ended } = playground.service.next({ contentType: "audio/mpeg", steps: paced(mp3, 20, 1) });
      const pressed = performance.now();
      await page.click("button", "Speak");
      await untilGiven("the first sound", async () => onsetOf(card.heardSince(pressed)) ?? null);
      await page.click("button", "Stop");
      await ended;
      await silentFor(card, 0.3);
      expect(onsetOf(await silentFor(card, 0.5))).toBeUndefined();
      const file = await page.download("link", /^Download .*\.mp3$/);
      expect(file.bytes.length).toBeGreaterThan(0);
      expect(Buffer.compare(file.bytes, mp3.subarray(0, file.bytes.length))).toBe(0);
      expect(file.bytes.length).toBeLessThan(mp3.length);
    });
  });
}
