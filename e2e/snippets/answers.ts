import { vi } from "vitest";
import { WebSocket } from "ws";
import type { CodeRequest } from "../../src/contract/snippets/code-request.ts";
import { decodeRecording } from "../../src/service/reference/decode.ts";
import { keys, type RunningService } from "../../src/service/service.fixture.ts";

/** What an answer is, as far as a snippet must give the same. */
export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/**
 * Sends a request as the page's own would leave the proxy, and returns its answer; of a task its sound, or what it
 * said.
 */
export async function answerOf(service: RunningService, { method, path, body, kind }: CodeRequest): Promise<Answer> {
  if (kind === "websocket") return frames(service, path, body ?? "");
  const init = { method, ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }) };
  const answer = await readAnswer(await service.request(path, init));
  if (kind !== "task" || answer.status !== 200) return answer;
  const { id } = JSON.parse(answer.bytes.toString()) as { id: string };
  const task = `${path}/${id}`;
  const ended = await vi.waitUntil(
    async () => {
      const text = await (await service.request(task)).text();
      return /"status":"(?:completed|failed)"/.test(text) ? text : undefined;
    },
    { timeout: 60_000, interval: 100 },
  );
  return ended.includes('"failed"')
    ? { status: 0, bytes: Buffer.from(ended) }
    : readAnswer(await service.request(`${task}/content`));
}

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The sound of a WebSocket's binary frames; of one that fails, its last text frame and close code. */
function frames(service: RunningService, path: string, frame: string): Promise<Answer> {
  const socket = new WebSocket(service.address.replace("http", "ws") + path, {
    headers: { authorization: `Bearer ${keys.all}` },
  });
  const audio: Buffer[] = [];
  let text = "";
  socket.on("open", () => socket.send(frame));
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) audio.push(data);
    else text = data.toString();
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", (code) => {
      resolve(
        code === 1000 ? { status: 200, bytes: Buffer.concat(audio) } : { status: code, bytes: Buffer.from(text) },
      );
    });
  });
}

/** What bytes of sound are: their codec by the first bytes, and seconds; raw samples are as long as they are many. */
export async function soundOf(bytes: Buffer): Promise<{ readonly codec: string; readonly seconds: number }> {
  if (bytes.subarray(0, 4).toString("latin1") === "RIFF") {
    const { samples, sampleRate } = await decodeRecording(bytes);
    return { codec: "wav", seconds: samples.length / sampleRate };
  }
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0) {
    const { samples, sampleRate } = await decodeRecording(bytes);
    return { codec: "mp3", seconds: samples.length / sampleRate };
  }
  return { codec: "samples", seconds: bytes.length };
}
