import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { playgroundRoutes } from "../../contract/playground.ts";
import { type FakeService, startFakeService } from "../../http/fake-service.fixture.ts";
import { type ProxyOptions, type Reply, type RunningProxy, startProxy } from "../proxy.fixture.ts";

export const password = "correct horse battery";
export const visitorKey = "sk-visitor-5b1e88c0d7";
export const secret = "0123456789abcdef0123456789abcdef";
export const sessionPath = playgroundRoutes.openSession.path;

type Environment = Readonly<Record<string, string>>;

/** Proxies in front of one service that, unless a test says otherwise, accepts every key. */
export interface Guarded {
  readonly upstream: FakeService;
  start(environment: Environment, options?: ProxyOptions): Promise<RunningProxy>;
  /** A proxy with a password. */
  withPassword(more?: Environment, options?: ProxyOptions): Promise<RunningProxy>;
  /** A proxy to which visitors bring keys. */
  withKeys(more?: Environment, options?: ProxyOptions): Promise<RunningProxy>;
}

/** Starts the service for all tests of a file; each proxy ends with its test. */
export function setUpGuarded(): Guarded {
  let upstream: FakeService;
  beforeAll(async () => {
    upstream = await startFakeService();
  });
  beforeEach(() => {
    upstream.seen.length = 0;
    upstream.answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}");
  });
  afterAll(() => upstream.close());

  const start: Guarded["start"] = async (environment, options = {}) => {
    const limits = { wrongPasswordDelay: 1, longestPasswordDelay: 2, ...options.limits };
    const proxy = await startProxy(upstream.url, { ...options, limits, environment });
    onTestFinished(() => proxy.close());
    return proxy;
  };
  return {
    get upstream() {
      return upstream;
    },
    start,
    withPassword: (more, options) => start({ PLAYGROUND_PASSWORD: password, SESSION_SECRET: secret, ...more }, options),
    withKeys: (more, options) => start({ SPEECH_API_KEY: "", SESSION_SECRET: secret, ...more }, options),
  };
}

/** What a browser sends with the page's own requests. */
export const own = (proxy: RunningProxy) => ({ origin: `http://${proxy.host}` });

/** Asks for a session. */
export const open = (proxy: RunningProxy, body: unknown, headers: Environment = {}) =>
  proxy.post(sessionPath, typeof body === "string" ? body : JSON.stringify(body), { ...own(proxy), ...headers });

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(reply: Reply): string {
  return String(reply.headers["set-cookie"]).split(";", 1)[0] ?? "";
}

/** Opens a session and returns its cookie. */
export async function signIn(proxy: RunningProxy, opener: unknown): Promise<string> {
  const reply = await open(proxy, opener);
  expect([reply.status, reply.text]).toEqual([204, ""]);
  return cookieOf(reply);
}

/** Ends the session of a cookie, as the page does. */
export const signOut = (proxy: RunningProxy, cookie: string) =>
  proxy.send("DELETE", sessionPath, { headers: { ...own(proxy), cookie } });

export async function configOf(proxy: RunningProxy, cookie = ""): Promise<unknown> {
  return JSON.parse((await proxy.send("GET", "/playground/config", { headers: { cookie } })).text);
}
