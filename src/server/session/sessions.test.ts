import { afterEach, expect, test, vi } from "vitest";
import { createSessions, sessionSeconds } from "./sessions.ts";

const configuration = {
  apiKey: undefined,
  password: undefined,
  baseUrl: "https://speech.example.com",
  sessionSecret: "0123456789abcdef0123456789abcdef",
  publicUrl: undefined,
};

afterEach(() => vi.useRealTimers());

test("a session ends after its time, even when the browser keeps the cookie", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const sessions = createSessions(configuration);
  const cookie = (await sessions.open("sk-1")).split(";", 1)[0] ?? "";
  vi.setSystemTime(Date.now() + (sessionSeconds - 1) * 1_000);
  expect(await sessions.keyFor({ cookie })).toBe("sk-1");
  // The seal allows a minute for clocks that disagree.
  vi.setSystemTime(Date.now() + 62_000);
  await expect(sessions.keyFor({ cookie })).rejects.toMatchObject({ status: 401, code: "session_required" });
});

test("a seal tells neither the key nor its repetition", async () => {
  const sessions = createSessions(configuration);
  expect(await sessions.open("sk-1")).not.toBe(await sessions.open("sk-1"));
});
