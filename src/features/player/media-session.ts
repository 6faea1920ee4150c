import { createScope } from "../../audio/base/scope.ts";
import { isSounding } from "../../audio/session/session-state.ts";
import { shorten } from "../../contract/characters.ts";
import { seekStep } from "../../core/sound/seek-step.ts";
import type { Take } from "../../core/takes/take.ts";

/** The part of the browser's Media Session that is used: what the system's own controls show and do. */
export type SystemControls = Pick<MediaSession, "metadata" | "playbackState" | "setActionHandler" | "setPositionState">;

/**
 * How often the shown position is checked against the real one, in milliseconds, and how far it may be off, in seconds.
 */
const checkInterval = 1_000;
const tolerance = 0.3;

const excerptLength = 120;

/**
 * Lets the system's controls (lock screen, headset, keyboard) show `take` and play it: its words, voice and model.
 * Returns the function that takes everything back.
 *
 * @param now milliseconds on a steady clock.
 */
export function bindMediaSession(
  controls: SystemControls,
  createMetadata: (init: MediaMetadataInit) => MediaMetadata,
  { session, text, voice, model }: Pick<Take, "session" | "text" | "voice" | "model">,
  now: () => number,
): () => void {
  const scope = createScope();
  let shown: { readonly key: string; readonly position: number; readonly at: number } | undefined;

  controls.metadata = createMetadata({ title: excerpt(text), artist: voice, album: model.label });
  scope.own(() => {
    controls.metadata = null;
    controls.playbackState = "none";
    controls.setPositionState();
  });

  const handlers: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => session.play(),
    pause: () => session.pause(),
    stop: () => {
      session.stop();
      session.seek(0);
    },
    seekbackward: ({ seekOffset }) => session.seek(session.position() - (seekOffset ?? seekStep)),
    seekforward: ({ seekOffset }) => session.seek(session.position() + (seekOffset ?? seekStep)),
    seekto: ({ seekTime }) => {
      if (typeof seekTime === "number") session.seek(seekTime);
    },
  };
  for (const action of ["play", "pause", "stop", "seekbackward", "seekforward", "seekto"] as const) {
    setHandler(action, handlers[action] ?? null);
    scope.own(() => setHandler(action, null));
  }

  function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      controls.setActionHandler(action, handler);
    } catch {
      // A browser that doesn't know an action says so by throwing; the others work.
    }
  }

  function show(): void {
    const { state, duration, rate } = session.getSnapshot();
    const { status } = state.playback;
    const sounding = isSounding(status);
    controls.playbackState = sounding ? "playing" : status === "none" || status === "failed" ? "none" : "paused";
    if (duration === undefined || duration <= 0) return;
    const position = Math.min(Math.max(0, session.position()), duration);
    const key = `${status} ${rate} ${duration}`;
    const expected =
      shown === undefined ? Number.NaN : shown.position + (status === "playing" ? (now() - shown.at) / 1000 : 0) * rate;
    if (key === shown?.key && Math.abs(expected - position) < tolerance) return;
    shown = { key, position, at: now() };
    controls.setPositionState({ duration, position, playbackRate: rate });
  }

  scope.own(session.subscribe(show));
  scope.interval(show, checkInterval);
  show();
  return () => scope.dispose();
}

function excerpt(text: string): string {
  return shorten(text.replace(/\s+/gu, " ").trim(), excerptLength);
}
