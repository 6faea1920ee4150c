import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { type Product, startProduct } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 120_000);
afterAll(() => product.stop());

const path = "/v1/audio/speech/websocket?model=streamspeech-v8";
const textFrame = z.looseObject({ type: z.string(), message: z.optional(z.unknown()) });

function open(origin: string = product.address): WebSocket {
  return new WebSocket(product.address.replace("http", "ws") + path, { origin });
}

test("a text frame gives MP3 in binary frames, progress, complete and 1000 through the playground", async () => {
  const socket = open();
  const audio: Buffer[] = [];
  const texts: z.infer<typeof textFrame>[] = [];
  const order: string[] = [];
  socket.on("message", (data, isBinary) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
    if (isBinary) audio.push(bytes);
    else texts.push(textFrame.parse(JSON.parse(bytes.toString())));
    const kind = isBinary ? "audio" : (texts.at(-1)?.type ?? "");
    if (order.at(-1) !== kind) order.push(kind);
  });
  socket.once("open", () => {
    socket.send(JSON.stringify({ Text: "One two three.", VoiceId: "Autumn", Bitrate: "64k", Speed: 0, Pitch: 1 }));
  });
  const code = await new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", resolve);
  });
  expect([order, code]).toEqual([["audio", "progress", "complete"], 1000]);
  const bytes = Buffer.concat(audio);
  expect(bytes.length).toBeGreaterThan(4_000);
  // Layer III of MPEG, from the first byte on.
  expect([bytes[0], (bytes[1] ?? 0) & 0xe6]).toEqual([0xff, 0xe2]);
  expect(texts[0]?.message).toMatchObject([{ word: "One" }, { word: "two" }, { word: "three" }]);
});

test("another site's page can't spend on it", async () => {
  const socket = open("https://evil.example");
  const status = await new Promise((resolve, reject) => {
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    socket.once("open", () => reject(new Error("It was accepted.")));
  });
  socket.on("error", () => {});
  socket.terminate();
  expect(status).toBe(403);
});
