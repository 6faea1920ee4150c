import { describe, expect, it } from "vitest";
import { SynthesisStream } from "./synthesis-stream.ts";

function recorded() {
  const log: string[] = [];
  const stream = new SynthesisStream("en-US", {
    taken: (bytes) => log.push(`taken ${bytes}`),
    cancel: () => log.push("cancel"),
  });
  return { stream, log };
}

describe("the reader's side of a job", () => {
  it("gives bytes in order, tells of each that was taken, and ends with the result", async () => {
    const { stream, log } = recorded();
    stream.addAudio(Uint8Array.of(1, 2));
    stream.addAudio(Uint8Array.of(3));
    stream.addTimings([{ word: "a", start: 0, end: 1, textOffset: 0 }], undefined);
    stream.complete(1.5, 0);
    const bytes: number[] = [];
    for await (const part of stream) bytes.push(...part);
    expect(bytes).toEqual([1, 2, 3]);
    expect(log).toEqual(["taken 2", "taken 1"]);
    expect(await stream.result).toMatchObject({ durationSeconds: 1.5, language: "en-US", words: [{ word: "a" }] });
  });

  it("waits for audio, and takes none for the reader before he asks", async () => {
    const { stream, log } = recorded();
    const first = stream[Symbol.asyncIterator]().next();
    stream.addAudio(Uint8Array.of(7));
    stream.addAudio(Uint8Array.of(8));
    expect((await first).value).toEqual(Uint8Array.of(7));
    expect(log).toEqual(["taken 1"]);
  });

  it("ends the work when the reader leaves", async () => {
    const { stream, log } = recorded();
    stream.addAudio(Uint8Array.of(1));
    for await (const _ of stream) break;
    expect(log).toEqual(["taken 1", "cancel"]);
    await expect(stream.result).rejects.toMatchObject({ name: "AbortError" });
  });

  it("throws an error at once, to whoever waits and to whoever comes later", async () => {
    const { stream } = recorded();
    const reason = new Error("broken");
    const waiting = stream[Symbol.asyncIterator]().next();
    stream.fail(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(stream.result).rejects.toBe(reason);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  });
});
