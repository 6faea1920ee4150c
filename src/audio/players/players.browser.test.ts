import { expect, test, vi } from "vitest";
import { createByteStore } from "../base/byte-store.ts";
import { detectCapabilities } from "../base/capabilities.ts";
import { click } from "../session/session.fixture.ts";
import { createPlayerFactory } from "./players.ts";
import { toneMp3 } from "./tone.fixture.ts";

test("once a person is at the page, MP3 is decoded beside it, and in it until a worker is there", async () => {
  const tone = await toneMp3({ seconds: 1 });
  const capabilities = detectCapabilities();
  const made = vi.fn();
  class Counted extends AudioDecoder {
    constructor(init: AudioDecoderInit) {
      super(init);
      made();
    }
  }
  const players = createPlayerFactory({
    createElement: () => new Audio(),
    now: () => performance.now(),
    capabilities: { ...capabilities, mp3AudioDecoder: Counted },
  });
  /** Plays a second; whether it was decoded in the page. */
  async function isDecodedInPage(): Promise<boolean> {
    made.mockClear();
    const received = createByteStore();
    const player = players.create(players.choose({ codec: "mp3" }), { codec: "mp3" }, received);
    player.setVolume(0);
    await click(() => player.play());
    received.append(tone);
    player.append(tone);
    await expect.poll(() => player.getSnapshot().firstSound).toBeDefined();
    player.dispose();
    return made.mock.calls.length > 0;
  }
  expect(await isDecodedInPage()).toBe(true);
  players.prepare();
  await expect.poll(isDecodedInPage).toBe(false);
});
