import type { IncomingMessage } from "node:http";
import { models } from "../../src/contract/models/index.ts";
import { routes } from "../../src/contract/routes.ts";
import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { type Answer, json, refusal, sound, write } from "./answer.ts";
import { type Difference, differences } from "./differences.ts";
import { speakOver } from "./socket.ts";
import { sing, type Wrapping } from "./sound.ts";
import { createTasks, done, type Look, running } from "./tasks.ts";

/** The service stands below this path. */
const prefix = "/api/tts";
/** The key that it takes. */
export const letterKey = "sk-letter-7f3a91c0d2";

/** A request that came, whether it was taken or not. */
export interface Seen {
  readonly method: string;
  /** With the query, as it came. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/**
 * A speech service that follows the interface document to the letter, and chooses otherwise than the embedded one where
 * the document is silent. Its speech is a tone, 0.3 seconds for each word.
 */
export interface SpecFake {
  /** For SPEECH_BASE_URL: with a path. */
  readonly address: string;
  /** What came since {@link reset}, oldest first; the WebSockets' frames too, as `WS`. */
  readonly seen: Seen[];
  /** What differs from the embedded service. */
  readonly differs: Set<Difference>;
  /** What is answered to the next speech request instead of sound. */
  nextSpeech: Answer | undefined;
  /** What is answered to the next task instead of taking it. */
  nextTask: Answer | undefined;
  /** The id of the next tasks; the usual ones when undefined. */
  taskId: string | undefined;
  /** What is answered to the looks at the next tasks, in their order; the last one stays. */
  looks: readonly Look[];
  /** What is answered where a task's audio, or its timestamps, are asked for; the usual answers when undefined. */
  content: Answer | undefined;
  timestamps: Answer | undefined;
  /** What is answered to the model list; the usual answer when undefined. */
  models: Answer | undefined;
  /** Forgets what a test has changed, and what came. */
  reset(): void;
  stop(): Promise<void>;
}

/** Starts it on loopback. */
export async function startSpecFake(): Promise<SpecFake> {
  const differs = (difference: Difference): boolean => service.differs.has(difference);
  const tasks = createTasks(() => service.address, differs);

  async function answer({ method, target, headers, body }: Seen): Promise<Answer | undefined> {
    if (headers.authorization !== `Bearer ${letterKey}`) return refusal(401, "Who are you?", differs);
    const [path = "", ...query] = target.slice(prefix.length).split("?");
    const below = `${routes.tasks.path}/`;
    if (method === "GET" && path === routes.models.path) return service.models ?? modelList();
    if (method === "POST" && path === routes.speech.path) return speak(JSON.parse(body));
    if (method === "POST" && path === routes.tasks.path) return createTask(JSON.parse(body));
    if (method === "POST" && path === routes.systemone.path) return json(200, { answer: "It talks, too." });
    if (path.startsWith(below) && (method === "GET" || method === "HEAD")) {
      const route = path.split("/").at(-1);
      const instead = route === "content" ? service.content : route === "timestamps" ? service.timestamps : undefined;
      if (instead !== undefined) return instead;
      return tasks.answer(path.slice(below.length), query.length === 0 ? "" : `?${query.join("?")}`, headers.range);
    }
    return refusal(404, "There is nothing here.", differs);
  }

  function modelList(): Answer {
    const speech = models.map(({ id }) => ({ id, object: "model" }));
    if (!differs("crowded_model_list")) return json(200, { object: "list", data: speech });
    const others = [
      { id: "chat/large:2026-01", object: "model", created: 1, permission: [{ allow: true }] },
      { object: "model", name: "an entry without an id" },
    ];
    return json(200, { object: "list", data: [...others, ...speech], has_more: false });
  }

  async function speak(body: Record<string, unknown>): Promise<Answer> {
    const next = service.nextSpeech;
    service.nextSpeech = undefined;
    if (next !== undefined) return next;
    const wrong = mistakeIn(body);
    if (wrong !== undefined) return refusal(422, `${wrong} is wrong.`, differs, wrong);
    const pcm = body["response_format"] === "pcm" || body["codec"] === "pcm_s16le" || body["Codec"] === "pcm_s16le";
    const wrapping: Wrapping = body["model"] === "refvoice-2" ? "wav" : pcm ? "pcm" : "mp3";
    const { bytes, mediaType } = await sing(textOf(body), wrapping, differs("slow_samples") ? 16_000 : 22_050);
    return sound(bytes, mediaType, undefined, differs);
  }

  function createTask(body: Record<string, unknown>): Answer {
    const next = service.nextTask;
    service.nextTask = undefined;
    if (next !== undefined) return next;
    const wrong = mistakeIn(body);
    if (wrong !== undefined) return refusal(422, `${wrong} is wrong.`, differs, wrong);
    return tasks.create(String(body["model"]), textOf(body), service.looks, service.taskId);
  }

  const fake = await startFakeService({
    async answer({ method, url, headers, body }, response) {
      const seen = { method, target: url, headers, body: body.toString() };
      service.seen.push(seen);
      const given = await answer(seen);
      if (given === undefined) response.req.socket.resetAndDestroy();
      else await write(method, response, given, differs);
    },
    refuse({ url, headers }, connection) {
      const isOurs = url.startsWith(`${prefix}${routes.websocket.path}?model=`);
      if (isOurs && headers.authorization === `Bearer ${letterKey}`) return false;
      connection.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
      return true;
    },
    serve(socket, { url, headers }) {
      socket.once("message", (data) => {
        const body = data.toString();
        service.seen.push({ method: "WS", target: url, headers, body });
        speakOver(socket, textOf(JSON.parse(body)), differs);
      });
    },
  });

  const usual = [running, done];
  const service: SpecFake = {
    address: `${fake.url}${prefix}`,
    seen: [],
    differs: new Set(differences),
    nextSpeech: undefined,
    nextTask: undefined,
    taskId: undefined,
    looks: usual,
    content: undefined,
    timestamps: undefined,
    models: undefined,
    reset() {
      service.seen.length = 0;
      for (const difference of differences) service.differs.add(difference);
      service.nextSpeech = undefined;
      service.nextTask = undefined;
      service.taskId = undefined;
      service.looks = usual;
      service.content = undefined;
      service.timestamps = undefined;
      service.models = undefined;
    },
    stop: fake.close,
  };
  return service;
}

function textOf(body: Record<string, unknown>): string {
  return String(body["input"] ?? body["Text"] ?? body["text"] ?? body["prompt_text"] ?? "");
}

/**
 * The field that is outside of what the document allows; only what a test sends is looked for (sections 2.3 and 2.5).
 */
function mistakeIn(body: Record<string, unknown>): string | undefined {
  if (body["stream"] === true && body["speech"] === true) return "stream";
  const speed = Number(body["Speed"] ?? body["speed"] ?? 0);
  if (body["model"] === "streamspeech-v8" && Math.abs(speed) > 1) return "Speed" in body ? "Speed" : "speed";
  return Object.keys(body).find((name) => name.startsWith("emo_") && Number(body[name]) > 1);
}
