import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ServiceUnreachableError } from "../../api/errors.ts";
import type { ExchangeRequest } from "../../api/exchange.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { type FakeAnswers, soundOf } from "../../core/page/fake-service.fixture.ts";
import { keep } from "../takes/history.fixture.ts";
import { button, choose, openByHand, part, write } from "./by-hand.fixture.ts";

it("a case of a take whose request isn't known any more is said not to be made, where it was asked for", async () => {
  await renderPage({}, (playground) => {
    keep(playground, [{ sound: "none" }]);
    vi.spyOn(playground.library, "details").mockResolvedValue(undefined);
  });
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "Answer" }).click();
  await button("Save as a check…").click();
  await expect.element(page.getByText("What was sent isn't known any more.")).toBeVisible();
});

describe("a route by hand", () => {
  it("is asked once, with exactly what was chosen, and its answer is shown whatever it is", async () => {
    const asked: ExchangeRequest[] = [];
    await openByHand({
      async exchange(request) {
        asked.push(request);
        return {
          status: 418,
          headers: [["content-type", "text/html"]],
          body: new Blob(["<b>Teapot</b>"], { type: "text/html" }),
          truncated: false,
          broken: false,
          times: { headers: 1.25, end: 2.5 },
        };
      },
    });
    await choose("systemone");
    await write("[1,  2.0]");
    await expect.element(part("By hand")).toHaveTextContent("Price not documented");
    await button("Send as it is").click();
    await expect.element(part("Answer")).toHaveTextContent("418");
    await expect.element(part("What came")).toHaveTextContent("<b>Teapot</b>");
    await expect.element(part("What came")).toHaveTextContent("1.25, 2.5");
    expect(asked).toEqual([{ method: "POST", path: "/v1/systemone", body: "[1,  2.0]" }]);
  });

  it("goes to any method and path below the base, with own fields and another key, which is kept nowhere", async () => {
    const asked: ExchangeRequest[] = [];
    const { playground } = await openByHand({
      async exchange(request) {
        asked.push(request);
        return {
          status: 206,
          headers: [
            ["content-type", "audio/mp3"],
            ["content-range", "bytes 16-17/40"],
          ],
          body: new Blob([new Uint8Array([0xff, 0x41])], { type: "audio/mp3" }),
          truncated: false,
          broken: false,
          times: { headers: 1, end: 2 },
        };
      },
    });
    await choose("any");
    await expect.element(page.getByRole("combobox", { name: "Method" })).toHaveValue("POST");
    await expect.element(page.getByLabelText("Path and query")).toHaveValue("/v1/audio/speech");
    await page.getByRole("combobox", { name: "Method" }).selectOptions("GET");
    await page.getByLabelText("Path and query").fill("/v1/../admin");
    await expect.element(part("By hand")).toHaveTextContent("The path begins with /v1/");
    await expect.element(button("Ask")).toBeDisabled();
    await page.getByLabelText("Path and query").fill("/v1/things/7?deep=1");
    await page.getByLabelText("Header fields").fill("X-Trial: one\nauthorization: Bearer x");
    await expect.element(part("By hand")).toHaveTextContent("authorization can't be chosen");
    await page
      .getByLabelText("Header fields")
      .fill(["x-a", "x-b", "x-c"].map((name) => `${name}: ${"1".repeat(2_700)}`).join("\n"));
    await expect.element(page.getByText(/^With x-c the fields are longer than 8,000 characters/)).toBeVisible();
    await page.getByLabelText("Header fields").fill("X-Trial: one");
    await page.getByLabelText("Range").fill("bytes=16-17");
    const key = "sk-another-key-8a1f";
    await page.getByLabelText("Another key").fill(key);
    await button("Ask").click();
    await expect.element(part("What came")).toHaveTextContent("00000010 ff 41");
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await part("What came").getByRole("button", { name: "Save" }).click();
    expect(saved.mock.contexts).toMatchObject([{ download: expect.stringMatching(/\.mp3$/) }]);
    saved.mockRestore();
    const fields = { "x-by-hand-fields": '[["X-Trial","one"]]' };
    const path = "/playground/by-hand/v1/things/7?deep=1";
    expect(asked).toEqual([
      { method: "GET", path, range: "bytes=16-17", headers: { ...fields, "x-by-hand-key": key } },
    ]);
    await page.getByText("What was sent").click();
    await expect.element(page.getByText("It was sent with another key, which isn't kept.")).toBeVisible();
    await page.getByRole("radio", { name: "By hand" }).click();
    await expect.element(page.getByLabelText("Another key")).toHaveValue("");
    await button("Ask").click();
    await expect.poll(() => asked[1]?.headers).toEqual(fields);
    // Wherever the page keeps something, the key isn't there.
    const { requestTabOf } = await import("../../core/exchanges/request-tab.ts");
    const told = JSON.stringify([requestTabOf(playground).getState(), { ...localStorage }, { ...sessionStorage }]);
    expect(told).toContain("X-Trial");
    expect(told + (await everythingKept())).not.toContain(key);
    expect(document.documentElement.outerHTML).not.toContain(key);
  });

  it("whose key or range could stand in no header isn't sent, and keeps what was typed", async () => {
    const exchange = vi.fn<NonNullable<FakeAnswers["exchange"]>>(() => new Promise(() => {}));
    await openByHand({ exchange });
    await choose("any");
    await page.getByRole("combobox", { name: "Method" }).selectOptions("GET");
    const [key, range] = [page.getByLabelText("Another key"), page.getByLabelText("Range")];
    await key.fill("sk-one…f1");
    await expect.element(key).toHaveAccessibleDescription(/without spaces\. Copy it again/);
    await expect.element(button("Ask")).toBeDisabled();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(key).toHaveValue("sk-one…f1");
    await key.fill(" sk-one ");
    await expect.element(key).toBeValid();
    await range.fill("bytes=0–99");
    await expect.element(range).toHaveAccessibleDescription(/with a plain hyphen/);
    await expect.element(button("Ask")).toBeDisabled();
    expect(exchange).not.toHaveBeenCalled();
    await range.fill("bytes=0-99");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    // What had the keyboard is gone.
    await expect.element(page.getByRole("radio", { name: "Answer" })).toHaveFocus();
    expect(exchange.mock.calls[0]?.[0]).toMatchObject({
      range: "bytes=0-99",
      headers: { "x-by-hand-key": "sk-one" },
    });
  });

  it("is asked of another service by one press, and a take is spoken there, too, and compared", async () => {
    const asked: ExchangeRequest[] = [];
    const one = { service: "embedded", baseUrl: "http://127.0.0.1:1" } as const;
    const services = [
      { ...one, name: "staging" },
      { ...one, name: "production", baseUrl: "http://127.0.0.1:2" },
    ];
    await openByHand({
      config: async () => ({ ...one, version: "0", session: "none_needed", hasKey: true, services }),
      speech: () => soundOf(1),
      async exchange(request) {
        asked.push(request);
        const body = new Blob(["[]"], { type: "application/json" });
        return { status: 200, headers: [], body, truncated: false, broken: false, times: { headers: 1, end: 2 } };
      },
    });
    await choose("models");
    await button("Ask").click();
    await button("Ask production, too").dblClick();
    await expect
      .poll(() => asked.map(({ path, service }) => [path, service]))
      .toEqual([
        ["/v1/models", "staging"],
        ["/v1/models", "production"],
      ]);
    await expect.element(button("Ask staging, too")).toBeVisible();
    // Each went to its own service, whichever is chosen.
    await page.getByText("What was sent").click();
    await expect.element(page.getByText(/byte for byte, to http:\/\/127\.0\.0\.1:2/)).toBeInTheDocument();
    await page.getByRole("textbox", { name: "Script" }).fill("One small step.");
    await page.getByRole("button", { name: "Speak", exact: true }).click();
    await button("Speak on production, too, and compare").dblClick();
    await expect.element(page.getByRole("tabpanel", { name: "Compare" })).toHaveTextContent("production");
  });

  it("that is never answered can be given up, and isn't asked again", async () => {
    let asked = 0;
    await openByHand({
      exchange: (_, signal) => {
        asked++;
        return new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason)));
      },
    });
    await choose("models");
    await button("Ask").click();
    await button("Stop waiting").click();
    await expect.element(page.getByText("Given up before an answer came.")).toBeVisible();
    expect(asked).toBe(1);
  });

  it("that the playground's server gives in the service's place says so, and calls no header its own", async () => {
    await openByHand({
      exchange: async () => ({
        status: 401,
        headers: [
          ["content-type", "application/json"],
          ["proxy-status", "speech-playground; error=http_request_error; received-status=401"],
          ["x-should-retry", "false"],
        ],
        body: new Blob(['{"error":{"code":"upstream_unauthorized"}}'], { type: "application/json" }),
        truncated: false,
        broken: false,
        times: { headers: 1, end: 2 },
      }),
    });
    await choose("models");
    await button("Ask").click();
    await expect.element(part("Answer")).toHaveTextContent("in the place of the service's, which had the status 401");
    await expect.element(part("Answer")).toHaveTextContent("None of the service's.");
    const own = part("Answer").getByLabelText("Added by the playground's server");
    await expect.element(own).toHaveTextContent("x-should-retry");
  });

  it("that nothing answers says so", async () => {
    await openByHand({ exchange: () => Promise.reject(new ServiceUnreachableError(undefined)) });
    await choose("models");
    await button("Ask").click();
    await expect.element(part("Answer")).toHaveTextContent("No status came");
    await expect.element(part("Answer")).toHaveTextContent("No answer came: the connection failed.");
  });
});

/** All that the browser's databases of the page hold. */
async function everythingKept(): Promise<string> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const kept = await Promise.all(
    names.map(
      (name) =>
        new Promise<unknown>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = async () => {
            const database = opening.result;
            const tables = [...database.objectStoreNames];
            if (tables.length === 0) return resolve([]);
            const reading = database.transaction(tables);
            const all = tables.map((table) => {
              const asking = reading.objectStore(table).getAll();
              return new Promise((done) => {
                asking.onsuccess = () => done(asking.result);
              });
            });
            const rows = await Promise.all(all);
            database.close();
            resolve(rows);
          };
        }),
    ),
  );
  return JSON.stringify(kept);
}
