import { focusManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { connectionOf, deriveTrouble, listingOf, otherModels } from "./connection.ts";
import { createFakeService } from "./fake-service.fixture.ts";
import { configQuery, lookAgainAfter, modelListQuery } from "./queries.ts";

const fine = { isError: false, error: null };
const noAnswer = { isError: true, error: new ServiceUnreachableError(new TypeError("gone")) };
const noService = {
  isError: true,
  error: new SpeechRequestError({
    refusal: "status",
    status: 502,
    headers: [],
    error: { message: "No.", code: "upstream_unreachable", raw: "" },
    truncated: false,
  }),
};

describe("what is wrong with the connection", () => {
  it.each([
    [fine, fine, true, true, undefined],
    [fine, fine, false, true, undefined],
    [fine, fine, false, false, "offline"],
    [noAnswer, noAnswer, true, true, "server_gone"],
    [noAnswer, fine, true, false, "server_gone"],
    [noAnswer, noAnswer, false, true, "offline"],
    [fine, noAnswer, true, true, "server_gone"],
    [fine, noService, true, true, "service_gone"],
    [{ ...fine, data: { service: "remote" } }, noService, true, true, "service_gone"],
    [{ ...fine, data: { service: "embedded" } }, noService, true, true, "embedded_gone"],
    [{ ...fine, data: { service: "embedded" } }, noService, false, true, "offline"],
    [fine, noService, false, true, "offline"],
  ] as const)("case %#", (config, list, onLine, loopback, trouble) => {
    expect(deriveTrouble(config, list, onLine, loopback)).toBe(trouble);
  });
});

describe("the model list", () => {
  const list = { kind: "listed", ids: ["cloud-tts", "chat-large", "chat-small"] } as const;

  it("tells what is listed, and nothing about the others where it can't be read", () => {
    expect(listingOf(list, "cloud-tts")).toBe("listed");
    expect(listingOf(list, "refvoice-2")).toBe("unlisted");
    for (const kind of ["empty", "unauthorised", "forbidden", "unknown"] as const) {
      expect(listingOf({ kind }, "cloud-tts")).toBe("unknown");
    }
    expect(listingOf(undefined, "cloud-tts")).toBe("unknown");
  });

  it("tells which of its ids are no speech models", () => {
    expect(otherModels(list)).toEqual(["chat-large", "chat-small"]);
    expect(otherModels({ kind: "empty" })).toEqual([]);
  });
});

it("knows a service by its address, and the embedded one whatever its port", () => {
  expect(connectionOf({ service: "remote", baseUrl: "https://speech.example/api" })).toBe("https://speech.example/api");
  expect(connectionOf({ service: "embedded", baseUrl: "http://127.0.0.1:4711" })).toBe("embedded");
});

it("looks again ever less often while nothing answers, and from the start after an answer", () => {
  const query = { state: { status: "pending", dataUpdateCount: 0, errorUpdateCount: 0 } };
  const after = (status: string, dataUpdateCount: number, errorUpdateCount: number) => {
    query.state = { status, dataUpdateCount, errorUpdateCount };
    return lookAgainAfter(query);
  };
  expect(after("pending", 0, 0)).toBe(false);
  const waits = [1, 2, 3, 4, 5, 6].map((failures) => {
    after("pending", 0, failures - 1);
    return after("error", 0, failures);
  });
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(after("error", 0, 6)).toBe(30_000);
  expect(after("success", 1, 6)).toBe(false);
  expect(after("error", 1, 7)).toBe(2_000);
});

it("asks for the session, and for a list that was refused, when its tab comes to the front", async () => {
  const config = vi.fn(async () => ({ service: "remote", version: "0", session: "key", hasKey: false }) as const);
  const refused = vi.fn(async () => ({ kind: "unauthorised" }) as const);
  const listed = vi.fn(async () => ({ kind: "empty" }) as const);
  const queries = new QueryClient();
  queries.mount();
  const { client } = createFakeService({ config, models: refused });
  const { client: other } = createFakeService({ models: listed });
  const leave = [
    new QueryObserver(queries, configQuery(client)).subscribe(() => {}),
    new QueryObserver(queries, modelListQuery(client, undefined)).subscribe(() => {}),
    new QueryObserver(queries, modelListQuery(other, "another")).subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect([config, refused].map(({ mock }) => mock.calls.length)).toEqual([2, 2]));
  expect(listed).toHaveBeenCalledTimes(1);
  for (const end of leave) end();
  queries.unmount();
  focusManager.setFocused(undefined);
});
