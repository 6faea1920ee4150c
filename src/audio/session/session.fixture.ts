import { afterAll, afterEach, beforeAll } from "vitest";
import { userEvent } from "vitest/browser";
import { type AudioCapabilities, detectCapabilities } from "../base/capabilities.ts";
import { type AudioOutput, createAudioOutput } from "../players/audio-output.ts";
import type { PlayerKind } from "../players/choose-player.ts";
import type { Player } from "../players/player.ts";
import { createPlayerFactory, type PlayerFactory } from "../players/players.ts";
import { createPushSource, type PushSource } from "../players/tone.fixture.ts";
import { createSpeechSession, type SessionSnapshot, type SpeechSession } from "./session.ts";

/** The page's clock. */
export const now = (): number => performance.now();

/** The ways to play MP3, each with what a browser can do that has no better one. */
const all = detectCapabilities();
export const rungs = {
  "media-source": { ...all, mp3AudioDecoder: undefined },
  "pcm by WebCodecs": all,
  "pcm by mpg123": { ...all, mp3AudioDecoder: undefined, mp3MediaSource: undefined },
} as const satisfies Record<string, AudioCapabilities>;
export type Rung = keyof typeof rungs;
export const rungNames = ["media-source", "pcm by WebCodecs", "pcm by mpg123"] as const satisfies readonly Rung[];

/** The page's one output for decoded sound, as the page has one. */
const output = createAudioOutput({ AudioContext, now });

const openSessions = new Set<SpeechSession>();

beforeAll(() => click(() => undefined));

afterEach(() => {
  for (const session of openSessions) session.dispose();
  openSessions.clear();
});

afterAll(() => output.dispose());

/** Runs `action` inside a real click. */
export async function click(action: () => void): Promise<void> {
  const button = document.createElement("button");
  button.textContent = "Speak";
  button.addEventListener("click", action, { once: true });
  document.body.append(button);
  await userEvent.click(button);
  button.remove();
}

/** A player that a session made. */
export interface MadePlayer {
  readonly kind: PlayerKind;
  /** Whether the session let go of it. */
  readonly disposed: () => boolean;
}

export interface OpenSession {
  readonly session: SpeechSession;
  readonly input: PushSource;
  readonly elements: readonly HTMLAudioElement[];
  /** In the order in which they were made. */
  readonly players: readonly MadePlayer[];
}

export interface OpenSessionOptions {
  readonly rung?: Rung;
  readonly codec?: "mp3" | "wav";
  /** Called with each element before it is used. */
  readonly prepare?: (element: HTMLAudioElement) => void;
  /** Instead of the page's. */
  readonly output?: AudioOutput;
}

/** A session with real players, whose source is fed by the test. It is disposed after the test. */
export function openSession(options: OpenSessionOptions = {}): OpenSession {
  const { codec = "mp3", prepare, rung = "pcm by WebCodecs" } = options;
  const elements: HTMLAudioElement[] = [];
  const made: MadePlayer[] = [];
  const input = createPushSource();
  const real = createPlayerFactory({
    now,
    capabilities: rungs[rung],
    output: options.output ?? output,
    createElement() {
      const element = new Audio();
      elements.push(element);
      prepare?.(element);
      return element;
    },
  });
  function noted(kind: PlayerKind, player: Player): Player {
    let disposed = false;
    made.push({ kind, disposed: () => disposed });
    return {
      ...player,
      dispose() {
        disposed = true;
        player.dispose();
      },
    };
  }
  const players: PlayerFactory = {
    ...real,
    create: (kind, format, received) => noted(kind, real.create(kind, format, received)),
    createFinished: () => noted("blob", real.createFinished()),
  };
  const session = createSpeechSession({ source: input.source, expectedFormat: { codec }, players, now });
  openSessions.add(session);
  return { session, input, elements, players: made };
}

/** The first snapshot for which `isTrue`. */
export function until(
  session: SpeechSession,
  isTrue: (snapshot: SessionSnapshot) => boolean,
): Promise<SessionSnapshot> {
  return new Promise((resolve) => {
    const look = (): void => {
      const snapshot = session.getSnapshot();
      if (!isTrue(snapshot)) return;
      unsubscribe();
      resolve(snapshot);
    };
    const unsubscribe = session.subscribe(look);
    look();
  });
}

/** Whether what one hears has this status. */
export const hears =
  (status: string) =>
  (snapshot: SessionSnapshot): boolean =>
    snapshot.state.playback.status === status;

/** Whether the answer has this status. */
export const is =
  (status: string) =>
  (snapshot: SessionSnapshot): boolean =>
    snapshot.state.status === status;
