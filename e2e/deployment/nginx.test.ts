import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { type RequestOptions, request } from "node:https";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import * as z from "zod";
import { listen } from "../../src/http/fake-service.fixture.ts";
import { untrusted } from "../../src/server/certificate.fixture.ts";
import { type Product, startProduct } from "../product.ts";
import { findNginx, type Nginx, readmeConfiguration, startNginx } from "./nginx.ts";

/**
 * The server README's configuration of nginx: read everywhere, run where nginx is installed (CI says that it must be).
 */
const nginx = findNginx();
const host = "speak.example.com";
const origin = `https://${host}`;
const password = "open sesame, nginx";
const json = { "content-type": "application/json", origin };

test("CI has nginx", () => {
  expect(nginx !== undefined || process.env["REQUIRE_NGINX"] === undefined).toBe(true);
});

test("README's configuration streams, upgrades and passes on what the playground compares", async () => {
  const text = (await readmeConfiguration()).replace(/#.*$/gm, "");
  expect(text.split("{")).toHaveLength(text.split("}").length);
  const directives = text.split(/[;{}]/).map((directive) => directive.trim().replace(/\s+/g, " "));
  for (const directive of [
    "proxy_http_version 1.1",
    "proxy_set_header Host $http_host",
    "proxy_set_header Upgrade $http_upgrade",
    "proxy_set_header Connection $connection_upgrade",
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for",
    "proxy_buffering off",
    "proxy_read_timeout 1h",
    "client_max_body_size 24m",
  ]) {
    expect(directives).toContain(directive);
  }
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

function ask(port: number, method: string, path: string, headers: RequestOptions["headers"] = {}) {
  return request({
    host: "127.0.0.1",
    port,
    method,
    path,
    agent: false,
    ca: untrusted.cert,
    servername: "localhost",
    headers: { host, ...headers },
  });
}

async function send(port: number, method: string, path: string, headers = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = ask(port, method, path, headers);
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => collect(incoming).then(resolve, reject));
    outgoing.end(body);
  });
}

async function collect(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) };
}

const taskSchema = z.looseObject({ id: z.string(), status: z.string() });

if (nginx !== undefined) {
  describe("nginx with README's configuration in front of two playgrounds with one SESSION_SECRET", () => {
    let products: readonly Product[] = [];
    let running: Nginx | undefined;
    let port = 0;
    let cookie = "";

    beforeAll(async () => {
      const service = await startProduct({
        argumentList: ["--service"],
        environment: { SERVICE_API_KEYS: "sk-nginx" },
      });
      products = [service];
      const environment = {
        SPEECH_BASE_URL: service.address,
        SPEECH_API_KEY: "sk-nginx",
        PLAYGROUND_PASSWORD: password,
        PLAYGROUND_PUBLIC_URL: origin,
        SESSION_SECRET: "0123456789abcdef0123456789abcdef",
        TRUSTED_PROXIES: "127.0.0.1",
      };
      for (let number = 0; number < 2; number++) products = [...products, await startProduct({ environment })];
      const addresses = products.slice(1).map(({ address }) => new URL(address).host);
      running = await startNginx(nginx, untrusted, addresses);
      port = running.https;
      const opened = await send(port, "POST", "/playground/session", json, JSON.stringify({ password }));
      expect(opened.status).toBe(204);
      const [field = ""] = opened.headers["set-cookie"] ?? [];
      expect(field).toMatch(
        /^__Host-playground_session_[0-9a-f]{8}=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      cookie = field.split(";", 1)[0] ?? "";
    }, 240_000);
    afterAll(async () => {
      await running?.stop();
      for (const product of products) await product.stop();
    }, 60_000);

    test("http leads to https", async () => {
      const outgoing = requestHttp({ host: "127.0.0.1", port: running?.http, path: "/x?y", headers: { host } }).end();
      const { statusCode, headers } = await new Promise<IncomingMessage>((resolve) =>
        outgoing.once("response", resolve),
      );
      outgoing.destroy();
      expect([statusCode, headers.location]).toEqual([301, `${origin}/x?y`]);
    });

    test("the page comes with its policies, and its scripts compressed", async () => {
      const page = await send(port, "GET", "/");
      expect([page.status, page.headers["cross-origin-opener-policy"]]).toEqual([200, "same-origin"]);
      expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body.toString())?.[1] ?? "";
      const compressed = await send(port, "GET", script, { "accept-encoding": "br" });
      expect([compressed.status, compressed.headers["content-encoding"]]).toEqual([200, "br"]);
    });

    test("a session is good at both playgrounds, and nothing speaks without one", async () => {
      for (let turn = 0; turn < 4; turn++) {
        expect((await send(port, "GET", "/v1/models", { cookie })).status).toBe(200);
        expect((await send(port, "GET", "/v1/models")).status).toBe(401);
      }
    });

    test.each([
      { origin: "https://evil.example" },
      { origin: `http://${host}` },
      { origin: `${origin}:8443` },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
    ])("a page with %j is refused", async (foreign) => {
      const headers = { ...json, cookie, ...foreign };
      expect((await send(port, "POST", "/v1/audio/speech", headers, "{}")).status).toBe(403);
    });

    test("another host name is refused", async () => {
      expect((await send(port, "GET", "/v1/models", { cookie, host: "evil.example" })).status).toBe(421);
    });

    test("a range of a task's sound is the range of the whole", async () => {
      const body = JSON.stringify({ model: "streamspeech-v8", input: "One two three four.", voice: "Autumn" });
      const created = await send(port, "POST", "/v1/audio/speech/tasks", { ...json, cookie }, body);
      const { id } = taskSchema.parse(JSON.parse(created.body.toString()));
      const path = `/v1/audio/speech/tasks/${id}`;
      const status = async () =>
        taskSchema.parse(JSON.parse((await send(port, "GET", path, { cookie })).body.toString())).status;
      await expect.poll(status).toBe("completed");
      const whole = await send(port, "GET", `${path}/content`, { cookie });
      const range = await send(port, "GET", `${path}/content`, { cookie, range: "bytes=100-299" });
      expect([range.status, range.headers["content-range"]]).toEqual([206, `bytes 100-299/${whole.body.length}`]);
      expect(range.body.equals(whole.body.subarray(100, 300))).toBe(true);
      const head = await send(port, "HEAD", `${path}/content`, { cookie });
      expect([head.status, Number(head.headers["content-length"])]).toEqual([200, whole.body.length]);
    });

    test("500,000 emoji, each escaped, pass", async () => {
      const input = `"${"\\ud83d\\ude00".repeat(500_000)}"`;
      const body = `{"model":"nothing","voice":"x","input":${input}}`;
      const answer = await send(port, "POST", "/v1/audio/speech/tasks", { ...json, cookie }, body);
      // The service's word on a model that it doesn't have: it has read everything.
      expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining("model_not_found")]);
    });

    const openSocket = (headers: Record<string, string>) =>
      new WebSocket(`wss://127.0.0.1:${port}/v1/audio/speech/websocket?model=streamspeech-v8`, {
        ca: untrusted.cert,
        headers: { host, ...headers },
      });

    test("a WebSocket speaks", async () => {
      const socket = openSocket({ origin, cookie });
      let bytes = 0;
      const texts: string[] = [];
      socket.on("message", (data, isBinary) => {
        if (isBinary && Buffer.isBuffer(data)) bytes += data.length;
        else texts.push(z.looseObject({ type: z.string() }).parse(JSON.parse(String(data))).type);
      });
      socket.once("open", () => socket.send(JSON.stringify({ Text: "One two three.", VoiceId: "Autumn" })));
      const code = await new Promise((resolve, reject) => {
        socket.once("close", resolve);
        socket.once("error", reject);
      });
      expect([code, texts, bytes > 4_000]).toEqual([1000, ["progress", "complete"], true]);
    });

    test.each([
      [403, { origin: "https://evil.example" }],
      [403, {}],
      [401, { origin, cookie: "" }],
    ])("a WebSocket is refused with %i for %j", async (expected, headers) => {
      const socket = openSocket({ cookie, ...headers });
      socket.on("error", () => {});
      const status = await new Promise((resolve) => {
        socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
        socket.once("open", () => resolve(101));
      });
      socket.terminate();
      expect(status).toBe(expected);
    });
  });

  /** Of those the playground tells as much as it may, in one field. */
  const manyFields = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x-own-${at}`, "a".repeat(500)]));

  test("sound goes through nginx as it comes: its first bytes are there while the service still waits", async () => {
    let answering: ServerResponse | undefined;
    const service = createServer((incoming, response) => {
      incoming.resume();
      response.writeHead(200, { "content-type": "audio/mpeg", ...manyFields });
      response.write("first");
      answering = response;
    });
    const servicePort = await listen(service);
    onTestFinished(() => {
      service.closeAllConnections();
      service.close();
    });
    const product = await startProduct({
      environment: {
        SPEECH_BASE_URL: `http://127.0.0.1:${servicePort}`,
        SPEECH_API_KEY: "sk-nginx",
        PLAYGROUND_PUBLIC_URL: origin,
        ALLOW_OPEN_BINDING: "yes",
      },
    });
    onTestFinished(() => product.stop());
    const running = await startNginx(nginx, untrusted, [new URL(product.address).host]);
    onTestFinished(() => running.stop());
    const outgoing = ask(running.https, "POST", "/v1/audio/speech", json).end("{}");
    const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once("response", resolve));
    expect([incoming.statusCode, String(incoming.headers["x-upstream-headers"]).length > 3_000]).toEqual([200, true]);
    const parts: string[] = [];
    for await (const chunk of incoming) {
      parts.push(String(chunk));
      // Each part is sent only when the one before has arrived: whoever held one back would hold back everything.
      if (parts.length === 1) answering?.write("second");
      else answering?.end();
    }
    expect(parts).toEqual(["first", "second"]);
  });
}
