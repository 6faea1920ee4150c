import { afterEach, expect, test, vi } from "vitest";
import { createSessions, sessionSeconds } from "./sessions.ts";

const configuration = {
  apiKey: undefined,
  password: undefined,
  baseUrl: "https://speech.example.com",
  webSocketBaseUrl: "wss://speech.example.com",
  sessionSecret: "0123456789abcdef0123456789abcdef",
  publicUrl: undefined,
};

afterEach(() => vi.useRealTimers());

test("a session ends after its time, even when the browser keeps the cookie", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const sessions = createSessions(configuration);
  const cookie = (await sessions.open("sk-1")).split(";", 1)[0] ?? "";
  vi.setSystemTime(Date.now() + (sessionSeconds - 1) * 1_000);
  expect(await sessions.accessFor({ cookie }, configuration)).toMatchObject({ key: "sk-1" });
  vi.setSystemTime(Date.now() + 1_000);
  await expect(sessions.accessFor({ cookie }, configuration)).rejects.toMatchObject({
    status: 401,
    code: "session_required",
  });
});

test("a seal tells neither the key nor its repetition", async () => {
  const sessions = createSessions(configuration);
  expect(await sessions.open("sk-1")).not.toBe(await sessions.open("sk-1"));
});

test("a session that is ended is none any more, also where its cookie was copied, and others stay", async () => {
  const sessions = createSessions(configuration);
  const [cookie = "", other = ""] = [await sessions.open("sk-1"), await sessions.open("sk-1")];
  expect(await sessions.end({ cookie })).toMatch(/^playground_session_[0-9a-f]{8}=; Max-Age=0;/);
  await expect(sessions.accessFor({ cookie }, configuration)).rejects.toMatchObject({
    status: 401,
    code: "session_required",
  });
  expect(await sessions.isOpen({ cookie })).toBe(false);
  expect(await sessions.isOpen({ cookie: other })).toBe(true);
});

test("of two sessions that a request names, both are ended, though neither is taken", async () => {
  const sessions = createSessions(configuration);
  const [one = "", other = ""] = [await sessions.open("sk-1"), await sessions.open("sk-2")].map(
    (field) => field.split(";", 1)[0],
  );
  await sessions.end({ cookie: `${one}; ${other}` });
  for (const cookie of [one, other]) expect(await sessions.isOpen({ cookie })).toBe(false);
});
