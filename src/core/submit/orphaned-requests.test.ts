import { expect, it } from "vitest";
import { createStore as createLiveStore } from "zustand/vanilla";
import { NotSentError, ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { createStore, type Store } from "../../audio/base/store.ts";
import type { SessionSnapshot } from "../../audio/session/session.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { findModel, firstModel } from "../../contract/models/index.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { createOrphanedRequestsStore, orphanedRequestsKey } from "./orphaned-requests.ts";
import { fingerprintOf } from "./request-fingerprint.ts";

const cloning = findModel("refvoice-2") ?? firstModel;
const request: SpeechRequest = { endpoint: "speech", path: "/v1/audio/speech", body: '{"input":"One."}' };
const nothingToHear = { status: "none" } as const;

function memory(entries: Record<string, string> = {}) {
  const items = new Map(Object.entries(entries));
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}
type Kept = Pick<ReturnType<typeof memory>, "getItem" | "setItem" | "removeItem">;

/** A page whose takes a test sends and ends; each one begins at `clock.time`. */
function openPage(storage: Kept | undefined, clock = { time: 1_000_000 }) {
  const takes = createLiveStore(() => ({ live: new Map<string, ReturnType<typeof takeOf>>() }));
  const orphanedRequests = createOrphanedRequestsStore(takes, () => clock.time, storage);
  const takeOf = (session: Store<SessionSnapshot>, sent: boolean) => {
    const log = createStore({ entries: sent ? [{ at: 0, type: "sent" }] : [], dropped: 0 });
    return { model: cloning, request, session, log };
  };
  return {
    find: (sent: SpeechRequest = request) => orphanedRequests.getState().find(fingerprintOf(sent)),
    waiting: () => orphanedRequests.getState().waiting,
    send(sent = true): (state: SessionSnapshot["state"]) => void {
      const times = { started: 0, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] };
      const others = { times, duration: undefined, volume: 1, muted: false, rate: 1 };
      const session = createStore<SessionSnapshot>({
        ...others,
        state: { status: "connecting", playback: nothingToHear },
      });
      takes.setState(({ live }) => ({ live: new Map(live).set(String(live.size), takeOf(session, sent)) }));
      return (state) => session.set({ ...others, state });
    },
  };
}

const stopped = { status: "stopped", playback: nothingToHear, recording: undefined } as const;
const complete = { status: "complete", playback: nothingToHear, recording: undefined } as const;
const failed = (error: unknown) =>
  ({ status: "failed", playback: nothingToHear, error, recording: undefined }) as const;
const refused = (status: number, body: string) =>
  failed(
    new SpeechRequestError({
      refusal: "status",
      status,
      headers: [],
      error: parseErrorBody(body),
      truncated: false,
    }),
  );
const coded = (status: number, code: string) => refused(status, JSON.stringify({ error: { message: "No.", code } }));

it("remembers what is under way, also on another page of the browser, until its answer has come", () => {
  const storage = memory();
  const page = openPage(storage);
  const end = page.send();
  expect(page.waiting()).toBe(true);
  const reloaded = openPage(storage);
  expect(reloaded.find()).toMatchObject({ path: request.path, since: 1_000_000 });
  expect(reloaded.waiting()).toBe(false);
  expect(reloaded.find({ ...request, body: '{"input":"Two."}' })).toBeUndefined();
  end(complete);
  expect(page.waiting()).toBe(false);
  expect(reloaded.find()).toBeUndefined();
  expect(openPage(storage).find()).toBeUndefined();
});

it("is remembered beside an entry that was damaged", () => {
  const storage = memory();
  openPage(storage).send();
  const [entry] = JSON.parse(storage.items.get(orphanedRequestsKey) ?? "[]");
  storage.items.set(orphanedRequestsKey, JSON.stringify([{ ...entry, since: "lately" }, null, entry]));
  expect(openPage(storage).find()).toMatchObject({ path: request.path });
});

it.each([
  ["stopped", stopped, true],
  ["stopped before it left", stopped, false, false],
  ["cut off", failed(new ServiceUnreachableError(undefined)), true],
  ["made without a network", failed(new NotSentError(undefined)), false],
  ["refused", refused(400, "{}"), false],
  ["closed by the service after it was sent", coded(502, "upstream_closed"), true],
  ["never sent, because nobody took the connection", coded(502, "upstream_unreachable"), false],
  ["too slow for the gateway", refused(504, "<html>"), true],
  ["too slow for Cloudflare", refused(524, "<html><title>A timeout occurred</title>"), true],
  ["broken off before a gateway", refused(503, "upstream connect error or disconnect/reset before headers"), true],
  ["put off by the service itself", coded(503, "busy"), false],
  ["failed", refused(500, "{}"), false],
  ["complete", complete, false],
])("a request that was %s", (_, state, asks, sent = true) => {
  const storage = memory();
  openPage(storage).send(sent)(state);
  expect(openPage(storage).find() !== undefined).toBe(asks);
});

it("is forgotten once the job must be over, and its text is kept at no time", () => {
  const clock = { time: 1_000_000 };
  const storage = memory();
  openPage(storage, clock).send();
  expect(storage.items.get(orphanedRequestsKey)).not.toContain("One.");
  clock.time += 15 * 60_000;
  expect(openPage(storage, clock).find()).toBeUndefined();
});

it.each([
  ["no storage", undefined],
  ["damaged entries", memory({ [orphanedRequestsKey]: '[{"since":"yesterday"}]' })],
  ["something else", memory({ [orphanedRequestsKey]: "<html>" })],
  [
    "a full storage",
    {
      ...memory({ [orphanedRequestsKey]: "[]" }),
      setItem() {
        throw new DOMException("Full.", "QuotaExceededError");
      },
    },
  ],
])("with %s the page itself remembers", (_, storage) => {
  const page = openPage(storage);
  expect(page.find()).toBeUndefined();
  page.send()(stopped);
  expect(page.find()).toMatchObject({ path: request.path });
});
