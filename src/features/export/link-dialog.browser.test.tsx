import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import type { Fetch } from "../../api/http.ts";
import { createShareClient } from "../../api/share-client.ts";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { takeDetails, takeRow, takeSound } from "../../core/takes/library.fixture.ts";
import type { TakeDetails, TakeRow } from "../../core/takes/take.ts";

const withoutLinks = { service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true } as const;
const config: PlaygroundConfig = { ...withoutLinks, shareHours: 24 };
const id = "k00000";
const link = { address: "http://localhost/shared/abc", end: Date.now() + 3_600_000 };
const dialog = page.getByRole("dialog", { name: "Share by a link" });

/** A page with one take that can be shared; `fetch` is what the playground's server says to it. */
async function withTake(
  fetch: Fetch,
  changes: Partial<TakeRow> = {},
  details: Partial<TakeDetails> = {},
  told: PlaygroundConfig = config,
) {
  onTestFinished(() => localStorage.removeItem("speech-playground-links"));
  return renderPage({ config: async () => told, shares: async () => createShareClient(fetch) }, ({ library }) => {
    void library.begin(takeRow(id, { status: "complete", sound: "whole", ...changes }), takeDetails(id, details));
    void library.keepSound(takeSound(id));
  });
}

async function open(): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share by a link…" }).click();
}

const make = () => dialog.getByRole("button", { name: "Make a link" });

it("a voice and a model that were written by hand leave without the secrets in them", async () => {
  const sent: string[] = [];
  const fetch: Fetch = async (_, { body }) => {
    if (body instanceof Blob) sent.push(await body.text());
    return Response.json(link);
  };
  await withTake(fetch, { voice: "https://anna:pass1234@host.example", model: "sk-aaaaaaaaaaaaaaaaaaaaaaaa" });
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("It works until");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('"model":"[removed]"');
  expect(sent[0]).not.toMatch(/pass1234|sk-aaaa/);
});

it("a script's voices are all named, and its brackets stay here", async () => {
  const sent: string[] = [];
  const fetch: Fetch = async (_, { body }) => {
    if (body instanceof Blob) sent.push(await body.text());
    return Response.json(link);
  };
  const text = "[Noah] It is.\nGood night.";
  const part = { pause: 0, body: "{}", state: "done" } as const;
  const parts = [
    { ...part, start: 7, end: 13 },
    { ...part, start: 14, end: 25 },
  ];
  const form = { ...takeDetails(id).form, text };
  await withTake(fetch, { voice: "Noah", voices: ["Noah", "Autumn"] }, { form, parts });
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("It works until");
  expect(sent[0]).toContain('"text":"It is.\\nGood night."');
  expect(sent[0]).toContain('"voice":"Noah, Autumn"');
});

it("what is on its way when the dialog is closed isn't lost: its link is there, with what deletes it", async () => {
  const methods: unknown[] = [];
  let answer: (() => void) | undefined;
  await withTake((_, { method, signal }) => {
    methods.push(method);
    if (method === "DELETE") return Promise.resolve(new Response(undefined, { status: 204 }));
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      answer = () => resolve(Response.json(link));
    });
  });
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("Sending the audio…");
  await dialog.getByRole("button", { name: "Close" }).click();
  // Opened again meanwhile it isn't sent twice.
  await open();
  await expect.element(dialog).toHaveTextContent("Sending the audio…");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect.poll(() => localStorage.getItem("speech-playground-links")).toContain(link.address);
  await open();
  await expect.element(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(link.address);
  await dialog.getByRole("button", { name: "Delete it now" }).click();
  await expect.element(dialog).toHaveTextContent("The link is gone");
  expect(methods).toEqual(["POST", "DELETE"]);
});

it("whose answer got lost is said when asked for again, by what was written down before it was sent", async () => {
  const removals: string[] = [];
  const answers: Awaited<ReturnType<Fetch>>[] = [];
  await withTake(async (_, { body }) => {
    const sent = body instanceof Blob ? await body.text() : String(body);
    removals.push(/"removal":"([\w-]{32,64})"/.exec(sent)?.[1] ?? "none");
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("the connection was lost");
    return answer;
  });
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("didn't answer");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open();
  await expect.element(dialog).toHaveTextContent("The server may have it");
  answers.push(Response.json(link));
  await make().click();
  await expect.element(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(link.address);
  answers.push(new Response(undefined, { status: 204 }));
  await dialog.getByRole("button", { name: "Delete it now" }).click();
  await expect.element(dialog).toHaveTextContent("The link is gone");
  expect(new Set(removals).size).toBe(1);
  expect(removals).toHaveLength(3);
  expect(localStorage.getItem("speech-playground-links")).toBe("[]");
});

it("what the server refused is told by its code, and isn't there to be deleted", async () => {
  let refusal: readonly [status: number, code: string] = [0, ""];
  await withTake(async () => {
    const [status, code] = refusal;
    return Response.json({ error: { message: "No.", type: "server_error", code, param: null } }, { status });
  });
  await open();
  for (const [status, code, said] of [
    [408, "request_timeout", "too slow for so much audio. Choose “Share as a page…”"],
    [429, "too_much_at_once", "sending too much at once"],
    [503, "share_not_written", "disk is full or can't be written"],
    [503, "overloaded", "keeps as many shared takes as it can"],
    [500, "internal_error", "was an error (internal_error). Tell whoever runs the playground."],
  ] as const) {
    refusal = [status, code];
    await make().click();
    await expect.element(dialog).toHaveTextContent(said);
  }
  await expect.element(dialog.getByRole("button", { name: "Delete it now" })).not.toBeInTheDocument();
  expect(localStorage.getItem("speech-playground-links")).toBe("[]");
});

it("what a gateway answers is told by its status, and what the server may have can be deleted", async () => {
  await withTake(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("was an error (HTTP 502). Tell whoever runs the playground.");
  await expect.element(dialog.getByRole("button", { name: "Delete it now" })).toBeVisible();
});

it("keeps the keyboard at the button while it sends, then at the link, then at what closes it", async () => {
  let answer: (() => void) | undefined;
  await withTake((_, { method }) =>
    method === "DELETE"
      ? Promise.resolve(new Response(undefined, { status: 204 }))
      : new Promise((resolve) => {
          answer = () => resolve(Response.json(link));
        }),
  );
  await open();
  await pressByKey(make());
  await expect.element(dialog).toHaveTextContent("Sending the audio…");
  await expect.element(make()).toHaveFocus();
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect.element(dialog.getByRole("textbox", { name: "Link" })).toHaveFocus();
  await pressByKey(dialog.getByRole("button", { name: "Delete it now" }));
  await expect.element(dialog).toHaveTextContent("The link is gone");
  await expect.element(dialog.getByRole("button", { name: "Close" })).toHaveFocus();
});

it("isn't offered where whoever runs the playground hasn't allowed it", async () => {
  const { playground } = await withTake(async () => Response.json(link), {}, {}, withoutLinks);
  await expect.poll(() => playground.queries.getQueryData(["config"])).toEqual(withoutLinks);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect.element(page.getByRole("menuitem", { name: "Share as a page…" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Share by a link…" })).not.toBeInTheDocument();
});

it("a deleted take takes its link with it; where the sound alone was removed, the link can be deleted", async () => {
  const methods: unknown[] = [];
  const { playground } = await withTake(async (_, { method }) => {
    methods.push(method);
    return method === "DELETE" ? new Response(undefined, { status: 204 }) : Response.json(link);
  });
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("It works until");
  await dialog.getByRole("button", { name: "Close" }).click();
  await playground.library.eraseSounds([id]);
  await open();
  await expect.element(dialog.getByRole("button", { name: "Delete it now" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByText("1 take deleted. 1 link will be deleted, too.")).toBeVisible();
  expect(methods).toEqual(["POST"]);
  await page.getByRole("region", { name: "History" }).getByRole("button", { name: "Close" }).click();
  await expect.poll(() => methods).toEqual(["POST", "DELETE"]);
  await expect.poll(() => localStorage.getItem("speech-playground-links")).toBe("[]");
});

it("the link to a take that is gone is deleted by the next page, and one that is being made with it", async () => {
  const methods: unknown[] = [];
  let answer = () => {};
  localStorage.setItem("speech-playground-links", JSON.stringify([{ take: "gone", removal: "r".repeat(32), ...link }]));
  const { playground } = await withTake(async (_, { method }) => {
    methods.push(method);
    if (method === "DELETE") return new Response(undefined, { status: 204 });
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return Response.json(link);
  });
  await expect.poll(() => methods).toEqual(["DELETE"]);
  await open();
  await make().click();
  await expect.poll(() => methods).toEqual(["DELETE", "POST"]);
  await playground.library.erase([id]);
  answer();
  await expect.poll(() => methods).toEqual(["DELETE", "POST", "DELETE"]);
  await expect.poll(() => localStorage.getItem("speech-playground-links")).toBe("[]");
});
