import { once } from "node:events";
import { join } from "node:path";
import Database from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startProduct } from "../product.ts";

/** Minutes of speech: far more than the product takes while nobody reads. */
const long = "The night train leaves at ten, and nobody waits for it. ".repeat(300);

test("what the end of npm start cuts after SERVICE_STOP_SECONDS is given back, WebSockets too", async () => {
  const product = await startProduct({ environment: { SERVICE_STOP_SECONDS: "0" } });
  onTestFinished(product.stop);
  const response = await fetch(`${product.address}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.address },
    body: JSON.stringify({ model: "cloud-tts", input: long, voice: "en-US-AriaNeural", response_format: "wav" }),
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const socket = new WebSocket(
    `${product.address.replace("http", "ws")}/v1/audio/speech/websocket?model=streamspeech-v8`,
    { headers: { origin: product.address } },
  );
  await once(socket, "open");
  socket.send(JSON.stringify({ Text: long.slice(0, 1_000), VoiceId: "Autumn" }));
  await once(socket, "message");
  // At once: a fast machine has spoken a thousand characters soon.
  const ended = product.ended;
  process.kill(product.processId, "SIGTERM");
  socket.pause();
  const ledger = () => {
    const database = new Database(join(product.dataFolder, "service", "service.db"));
    onTestFinished(() => void database.close());
    return database.prepare("select kind from ledger order by kind").all();
  };
  expect(await ended).toBe(0);
  socket.terminate();
  expect(ledger()).toEqual([{ kind: "charge" }, { kind: "charge" }, { kind: "refund" }, { kind: "refund" }]);
});
