import { expect, it, vi } from "vitest";
import { type AudioOutput, createAudioOutput } from "./audio-output.ts";
import { createPlayerFactory } from "./players.ts";

/** A browser whose MP3 comes by MediaSource alone; its contexts are counted. */
function factory() {
  vi.stubGlobal("navigator", { userAgent: "" });
  const made = vi.fn();
  class Context extends EventTarget {
    readonly state = "suspended";
    constructor() {
      super();
      made();
    }
  }
  const audioContext = Context as unknown as typeof AudioContext;
  const output: AudioOutput = createAudioOutput({ AudioContext: audioContext, now: () => 0 });
  const players = createPlayerFactory({
    createElement: () => {
      throw new Error("nobody plays");
    },
    now: () => 0,
    capabilities: {
      audioContext,
      mp3AudioDecoder: undefined,
      mp3MediaSource: class {} as unknown as typeof MediaSource,
      webAssembly: false,
    },
    output,
  });
  return { players, made };
}

it("the audio context is there before the press, also where another way plays MP3", () => {
  const { players, made } = factory();
  expect(players.choose({ codec: "mp3" })).toBe("media-source");
  expect(made).not.toHaveBeenCalled();
  players.prepare();
  expect(made).toHaveBeenCalledOnce();
  expect(players.choose({ codec: "wav" })).toBe("pcm");
  expect(made).toHaveBeenCalledOnce();
});
