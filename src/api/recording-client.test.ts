import { expect, test } from "vitest";
import { SpeechRequestError } from "./errors.ts";
import type { Fetch } from "./http.ts";
import { createRecordingClient } from "./recording-client.ts";

const signal = new AbortController().signal;
const kept = { address: "https://speak.example.com/references/own-1-a.wav", end: 1_000 };
const wav = new Blob(["sound"], { type: "audio/wav" });

/** A client, and what it asked for. */
function create(answer: () => Response) {
  const asked: { readonly path: string; readonly init: RequestInit }[] = [];
  const fetch: Fetch = async (path, init) => {
    asked.push({ path, init });
    return answer();
  };
  return { client: createRecordingClient({ fetch }), asked };
}

test("a recording goes to the own origin as it is, with the type that it has", async () => {
  const { client, asked } = create(() => Response.json(kept, { status: 201 }));
  expect(await client.give(wav, signal)).toEqual(kept);
  expect(asked[0]).toMatchObject({ path: "/playground/recordings", init: { method: "POST", body: wav } });
  // Else the browser wouldn't say the blob's own.
  expect(asked[0]?.init.headers).not.toHaveProperty("content-type");
});

test.each([
  [
    "a refusal",
    () => Response.json({ error: { code: "too_many_recordings", message: "Enough." } }, { status: 429 }),
    429,
  ],
  ["something else", () => Response.json({ odd: true }), 200],
  ["no JSON", () => new Response("<html>"), 200],
])("%s is an error with what came", async (_what, answer, status) => {
  const error = await create(answer)
    .client.give(wav, signal)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SpeechRequestError);
  expect(error).toMatchObject({ status });
});

test("one is removed and looked for where the page is, whatever the service reaches it by", async () => {
  const { client, asked } = create(() => new Response(null, { status: 404 }));
  await client.remove(kept.address, signal);
  expect(await client.isThere(kept.address, signal)).toBe(false);
  expect(asked.map(({ path, init }) => `${init.method} ${path}`)).toEqual([
    "DELETE /references/own-1-a.wav",
    "HEAD /references/own-1-a.wav",
  ]);
  expect(await create(() => new Response()).client.isThere(kept.address, signal)).toBe(true);
  await expect(create(() => new Response(null, { status: 403 })).client.remove(kept.address, signal)).rejects.toThrow(
    SpeechRequestError,
  );
});
