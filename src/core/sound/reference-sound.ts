import { createStore, type StoreApi } from "zustand/vanilla";
import { ownRecordingEnd, referencesPath } from "../../contract/own-recordings.ts";
import { sampleAddress, sampleRecordings } from "../../contract/playground.ts";
import type { Sounding, SoundStore } from "./sound-owner.ts";

/** The recording that is fetched or heard, or that can't be. `blocked`: the browser wants one more press. */
export interface HeardReference {
  readonly address: string;
  readonly status: "fetching" | "sounding" | "blocked" | "failed";
}

/** Listening to reference recordings where they are: one at a time. */
export interface ReferenceSound {
  readonly current: HeardReference | undefined;
  /** Lets a recording be heard, or ends it when it is heard already. Call it inside a person's click. */
  hear(address: string): void;
  stop(): void;
}

export interface ReferenceSoundOptions {
  /** Makes the element that sounds; called at the first press. */
  readonly createElement: () => HTMLAudioElement;
  /** The host name that the page came from. */
  readonly pageHost: string;
  readonly sound: SoundStore;
}

/**
 * Where the page hears the recording at `address`: the playground's own samples, and what its visitors recorded, from
 * its own origin, since what the service reaches them by need not be what the browser does.
 *
 * @param recordings the address below which the service fetches both; undefined where it can't.
 * @param page an address of the page itself.
 */
export function heardAt(address: string, recordings: string | undefined, page: string): string {
  if (recordings === undefined || !address.startsWith(recordings)) return address;
  const isSample = sampleRecordings.some((name) => address === sampleAddress(recordings, name));
  if (!isSample && ownRecordingEnd(address) === undefined) return address;
  return new URL(`${referencesPath}${address.slice(recordings.length)}`, page).href;
}

/**
 * A store in which nothing is heard yet. Nothing but the request leaves for a recording: no referrer, by the page's own
 * policy; no origin, since it is asked for as any embedded sound; and of cookies at most what its host set for use on
 * foreign pages, where the browser heeds that at all. On the page's own host it is asked for without any: cookies don't
 * heed ports, so that another program there would get the playground's.
 */
export function createReferenceSound(options: ReferenceSoundOptions): StoreApi<ReferenceSound> {
  const { createElement, pageHost, sound } = options;
  let element: HTMLAudioElement | undefined;
  /** The press that counts: what an earlier one still brings is nothing any more. */
  let presses = 0;

  return createStore<ReferenceSound>()((set, get) => {
    const heard: Sounding = {
      setVolume(volume) {
        if (element !== undefined) element.volume = volume;
      },
      setMuted(muted) {
        if (element !== undefined) element.muted = muted;
      },
      pause: () => get().stop(),
    };

    function prepare(): HTMLAudioElement {
      if (element !== undefined) return element;
      const made = createElement();
      made.addEventListener("ended", () => get().stop());
      // The browser pauses by itself too: from a headset's key, or when its device goes.
      made.addEventListener("pause", () => {
        if (made.paused && !made.ended && get().current?.status === "sounding") get().stop();
      });
      // In the middle of a recording: before its beginning, play() says so.
      made.addEventListener("error", () => {
        const { current } = get();
        if (current?.status === "sounding") set({ current: { ...current, status: "failed" } });
      });
      element = made;
      sound.getState().join(heard);
      return made;
    }

    async function play(address: string): Promise<void> {
      const press = presses;
      const sounding = prepare();
      sounding.crossOrigin = new URL(address).hostname === pageHost ? "anonymous" : null;
      sounding.src = address;
      try {
        await sounding.play();
        if (press === presses) set({ current: { address, status: "sounding" } });
      } catch (error) {
        if (press !== presses) return;
        // The browser paused it before it began.
        if (error instanceof DOMException && error.name === "AbortError") return get().stop();
        const blocked = error instanceof DOMException && error.name === "NotAllowedError";
        set({ current: { address, status: blocked ? "blocked" : "failed" } });
      }
    }

    return {
      current: undefined,
      hear(address) {
        const { current } = get();
        const again = current?.address === address && (current.status === "fetching" || current.status === "sounding");
        get().stop();
        if (again) return;
        sound.getState().begin(heard);
        set({ current: { address, status: "fetching" } });
        play(address);
      },
      stop() {
        presses++;
        if (get().current === undefined) return;
        element?.pause();
        // Lets go of the connection, too.
        element?.removeAttribute("src");
        element?.load();
        set({ current: undefined });
      },
    };
  });
}
