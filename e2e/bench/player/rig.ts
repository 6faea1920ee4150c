import { setPriority } from "node:os";
import { startDisplay } from "../../browsers/display.ts";
import { type Candidate, findCandidates } from "../../browsers/drive.ts";
import { type BrowserName, canBeUsed, type DrivenBrowser, type DrivenPage, untilGiven } from "../../browsers/driven.ts";
import { within } from "../../browsers/within.ts";
import { type PacedAnswer, type PacedService, type Served, type Step, startPacedService } from "../../paced-service.ts";
import { startProduct } from "../../product.ts";
import { type Heard, type SoundCard, startSoundCard } from "../../sound-card/card.ts";
import { onsetOf } from "../../sound-card/measure.ts";
import { chooseRung, mp3Rate, type Prepared, type Rung, rawRate } from "../../sound-card/rungs.ts";
import { type BareMethod, barePages, barePath } from "./bare-pages.ts";

/**
 * The bare page of the method by which ours plays a rung in a browser, beginning with 100 ms: ours never begins with
 * less. WAV goes as samples without a header. WebKitGTK's own decoder refuses MP3.
 */
export function peerOf(rung: Rung, browser: BrowserName): BareMethod {
  if (rung !== "MP3") return "samples, from 100 ms on";
  return browser === "webkit" ? "MediaSource" : "WebCodecs, from 100 ms on";
}

/** How long somebody is about to press before they do, in milliseconds: less than most are. */
const reaching = 200;

/** Shows a page that somebody is there, as a hand on its way to Speak does, and leaves it as long as that takes. */
export async function reach(page: DrivenPage): Promise<void> {
  await page.press("Shift");
  await new Promise((wait) => setTimeout(wait, reaching));
}

/** Everything that a measurement needs: the browsers, a card to hear them at, a service that keeps the pace. */
export interface Rig {
  readonly card: SoundCard;
  readonly service: PacedService;
  /** The browsers that can be measured here, of those that were asked for. */
  readonly usable: readonly Candidate[];
  /**
   * Starts a browser, has it used, and closes it: one at a time, so that none disturbs another, and each part of a
   * bench in a new one, so that one that dies takes nothing with it.
   */
  withBrowser<Result>(candidate: Candidate, use: (browser: DrivenBrowser) => Promise<Result>): Promise<Result>;
  /** Opens our page, ready to speak by a rung. */
  openOurs(browser: DrivenBrowser, rung: Rung): Promise<DrivenPage>;
  /** Loads one of our pages anew, as somebody does who comes back to it. */
  comeBack(page: DrivenPage): Promise<void>;
  openBare(browser: DrivenBrowser, method: BareMethod): Promise<DrivenPage>;
  stop(): Promise<void>;
}

/** Starts it; `names` are the browsers that are wanted. */
export async function startRig(names?: readonly BrowserName[]): Promise<Rig> {
  const usable = findCandidates().filter(
    ({ name, missing }) => missing.length === 0 && (names === undefined || names.includes(name)),
  );
  if (usable.length === 0) throw new Error("There is no browser with a window and a sound card here.");
  preferThisProcess();
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const display = await startDisplay();
    stops.push(display.stop);
    const card = await startSoundCard();
    stops.push(card.stop);
    const service = await startPacedService(
      barePages({
        "audio element": mp3Rate,
        "finished blob": rawRate,
        MediaSource: mp3Rate,
        "WebCodecs to AudioContext": mp3Rate,
        "WebCodecs, from 100 ms on": mp3Rate,
        "samples to AudioContext": rawRate,
        "samples, from 100 ms on": rawRate,
      }),
    );
    stops.push(service.stop);
    const environment = { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: "paced" };
    const product = await startProduct({ environment });
    stops.push(product.stop);
    return {
      card,
      service,
      usable,
      async withBrowser(candidate, use) {
        const browser = await candidate.launch({ DISPLAY: display.name, ...card.environment });
        try {
          return await use(browser);
        } finally {
          await browser.close();
        }
      },
      async openOurs(browser, rung) {
        const page = await open(browser, product.address);
        await canBeUsed(page);
        await chooseRung(page, rung);
        return page;
      },
      async comeBack(page) {
        await page.evaluate(() => {
          document.documentElement.dataset["before"] = "";
          // Behind the answer to whoever drives the page.
          setTimeout(() => location.reload());
          return true;
        });
        // A page that goes doesn't answer.
        const isNew = () => page.evaluate(() => document.documentElement.dataset["before"] === undefined);
        await untilGiven("the page to come back", () =>
          isNew().then(
            (come) => come || null,
            () => null,
          ),
        );
        await canBeUsed(page);
      },
      openBare: (browser, method) => open(browser, service.address + barePath(method)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * What else runs on the machine isn't what is measured: this process and all that it starts go first, where they may.
 */
function preferThisProcess(): void {
  try {
    setPriority(-15);
  } catch {
    // Only root may; the figures then hold what the machine's other work adds.
  }
}

/** How long a page may take to open, in seconds: a browser may die while it starts one, and say nothing. */
const openPatience = 30;

const open = (browser: DrivenBrowser, address: string): Promise<DrivenPage> =>
  within(openPatience, `a page of ${browser.name}`, browser.open(address));

/** How long a page may take to be pressed, and to take what it is sent, in seconds: longer than any answer lasts. */
const answerPatience = 60;

/** One answer that was played. Moments are this process's `performance.now()`. */
export interface Played {
  readonly heard: Heard;
  readonly firstByteAt: number;
}

/**
 * Presses Speak and listens until everything was played: for as long as it lasts, and then until the card has been
 * silent for as long as `patience` says, in seconds. Undefined when nothing was heard at all.
 */
export async function play(
  { card, service }: Rig,
  page: DrivenPage,
  prepared: Prepared,
  steps: Iterable<Step>,
  patience = 0.6,
): Promise<Played | undefined> {
  const answer: PacedAnswer = { contentType: prepared.contentType, steps };
  const served: Served = service.next(answer);
  card.forget();
  const clickedAt = performance.now();
  await within(answerPatience, "the press on Speak", page.click("button", "Speak"));
  const firstByteAt = await served.firstByteAt;
  await within(answerPatience, "the end of the answer", served.ended);
  const heard = await hear(card, clickedAt, patience);
  return heard && { heard, firstByteAt };
}

/** How long the first sound may take behind the answer's end, in seconds. */
const soundPatience = 15;

/** What the card puts out from `from` on until it was silent for `patience` seconds; undefined when that is nothing. */
export async function hear(card: SoundCard, from: number, patience = 0.6): Promise<Heard | undefined> {
  const endedAt = performance.now();
  for (;;) {
    await new Promise((wait) => setTimeout(wait, 100));
    await card.caughtUp();
    const now = performance.now();
    // What is cheap to know comes first: the bench must not take from the sound the cores that it is made on.
    if (now - endedAt <= patience * 1_000 || onsetOf(card.heardSince(now - patience * 1_000)) !== undefined) continue;
    const heard = card.heardSince(from);
    if (onsetOf(heard) !== undefined) return heard;
    if (now - endedAt > soundPatience * 1_000) return undefined;
  }
}
