import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import Database from "libsql";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { programKey, type StartedProgram, startProgram } from "./program.fixture.ts";

const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));
const authorization = `Bearer ${programKey}`;
/** Minutes of speech: far more than the system takes while nobody reads. */
const long = "The night train leaves at ten, and nobody waits for it. ".repeat(100);

interface Started extends StartedProgram {
  /** The kinds of the rows in the ledger, in their order. */
  ledger(): readonly unknown[];
}

async function startService(environment: Readonly<Record<string, string>>): Promise<Started> {
  const started = await startProgram("service", { LOG_LEVEL: "info", ...environment });
  const ledger = () => {
    const database = new Database(join(started.folder, "service", "service.db"));
    const rows = database.prepare("select kind from ledger order by number").all() as { kind: string }[];
    database.close();
    return rows.map(({ kind }) => kind);
  };
  return { ...started, ledger };
}

/** An answer under way, of which the first bytes have come. */
async function startSpeaking(port: number): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/audio/speech`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ model: "cloud-tts", input: long, voice: "en-US-AriaNeural", response_format: "wav" }),
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("The answer has no body.");
  await reader.read();
  return reader;
}

/** Waits until nothing listens any more. */
async function untilRefused(port: number): Promise<void> {
  await expect
    .poll(async () => {
      const socket = connect(port, "127.0.0.1");
      const outcome = await Promise.race([
        once(socket, "connect").then(() => "taken"),
        once(socket, "error").then(() => "refused"),
      ]).catch(() => "refused");
      socket.destroy();
      return outcome;
    })
    .toBe("refused");
}

test("a service whose launcher ends while it starts ends, too, and says nothing", async () => {
  const child = spawn(process.execPath, [program], {
    env: { SERVICE_API_KEYS: programKey, SERVICE_PORT: "0" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said = child.stderr === null ? "" : text(child.stderr);
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect(await said).toBe("");
});

test("an address of another machine is named as what keeps the service from starting", async () => {
  const { message } = await startProgram("service", { SERVICE_HOST: "192.0.2.1" });
  expect(message).toBe("SERVICE_HOST isn't an address of this machine: set it to one that is, such as 127.0.0.1");
});

test("a key that may use nothing is told of, since it may be one that ends in =", async () => {
  const { child, log } = await startProgram("service", { SERVICE_API_KEYS: "c2VjcmV0LW9mLUJhc2U2NA=, other" });
  child.kill("SIGTERM");
  expect(await log).toMatch(/SERVICE_API_KEYS: entry 1 ends in .* may use no model\. .* openssl rand -hex 32/);
  expect(await log).not.toMatch(/c2Vjc|entry 2/);
});

test("SIGTERM lets an answer under way finish, and takes nothing new", async () => {
  const { child, port, ended, ledger } = await startService({ SERVICE_STOP_SECONDS: "60" });
  const reader = await startSpeaking(port);
  child.kill("SIGTERM");
  await untilRefused(port);
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
  // More than three minutes of 22,050 samples a second.
  expect(bytes).toBeGreaterThan(180 * 44_100);
  expect(await ended).toEqual([0, null]);
  expect(ledger()).toEqual(["charge"]);
});

test("what SIGTERM cuts when the time is over is given back, and the log says who ended it", async () => {
  const { child, port, ended, log, ledger } = await startService({ SERVICE_STOP_SECONDS: "0.2" });
  const reader = await startSpeaking(port);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/audio/speech/websocket?model=streamspeech-v8`, {
    headers: { authorization },
  });
  const closed = once(socket, "close");
  await once(socket, "open");
  socket.send(JSON.stringify({ Text: long.slice(0, 1_000), VoiceId: "Autumn" }));
  await once(socket, "message");
  socket.pause();
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  socket.resume();
  await closed;
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow();
  expect(await log).not.toContain("the client left");
  expect(await log).toContain("cut by the service's stop");
  expect(ledger().toSorted()).toContain("refund");
});
