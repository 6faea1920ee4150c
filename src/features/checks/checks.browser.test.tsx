import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { NotSentError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { answer } from "../../conformance/run/run-check.fixture.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { toneOf } from "../../core/page/fake-service.fixture.ts";
import { checksOf } from "./checks.ts";

const staging = { name: "staging", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
const production = { name: "production", service: "remote", baseUrl: "https://speech.example" } as const;
const several: PlaygroundConfig = {
  ...{ version: "1", session: "none_needed", hasKey: true },
  ...staging,
  services: [staging, production],
};

const view = (name: string) => page.getByRole("radio", { name, exact: true });
const form = page.getByRole("form", { name: "Case" });

/** Makes a case that reads the list of models. */
async function keepCase(): Promise<void> {
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  await form.getByLabelText("Name", { exact: true }).fill("The models");
  await form.getByRole("combobox", { name: "Method" }).selectOptions("GET");
  await form.getByLabelText("Path").fill("/v1/models");
  await form.getByRole("button", { name: "Keep" }).click();
}

it("a case that is being written is still there after a look at something else", async () => {
  await renderPage();
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  await form.getByLabelText("Name", { exact: true }).fill("Half a case");
  await form.getByLabelText("Tags").fill("nightly, ");
  await form.getByText("Table").click();
  await form.getByRole("textbox", { name: "Table" }).fill("no name\n1");
  // An arrow key only chooses what a press adds.
  const kind = form.getByRole("combobox", { name: "Add an expectation" });
  const added = form.getByRole("group", { name: "Error code" });
  kind.element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(kind).toHaveValue("error");
  await expect.element(added).not.toBeInTheDocument();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(added).toBeVisible();
  await form.getByRole("button", { name: "Add a following request" }).click();
  for (const elsewhere of [view("Report"), page.getByRole("tab", { name: "Takes" })]) {
    await elsewhere.click();
    await expect.element(form).not.toBeInTheDocument();
    await page.getByRole("tab", { name: "Checks" }).click();
    await view("Cases").click();
    await expect.element(form.getByLabelText("Name", { exact: true })).toHaveValue("Half a case");
    await expect.element(form.getByLabelText("Tags")).toHaveValue("nightly, ");
    await expect.element(form.getByRole("textbox", { name: "Table" })).toHaveValue("no name\n1");
    await expect.element(form.getByRole("group", { name: "Request 2" })).toBeVisible();
  }
  // Who gives it up begins anew.
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  await expect.element(form.getByLabelText("Name", { exact: true })).toHaveValue("");
});

it("a case that was changed has no verdict any more until it is run, and its report shows what was sent", async () => {
  const { playground } = await renderPage({ exchange: async () => answer(200, { data: [] }) });
  await keepCase();
  await page.getByRole("button", { name: "Run The models" }).click();
  await expect.element(page.getByText("all 1 passed")).toBeVisible();
  await view("Cases").click();
  const list = page.getByRole("list", { name: "Cases" });
  await expect.element(list.getByText("passed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit The models" }).click();
  await form.getByLabelText("Path").fill("/v1/audio/speech/tasks/{{task}}");
  await form.getByRole("button", { name: "Keep" }).click();
  await expect.element(list.getByText("not judged", { exact: true })).toBeVisible();
  await view("Report").click();
  await page.getByRole("list", { name: "Report" }).getByText("passed", { exact: true }).click();
  await expect.element(page.getByText("GET /v1/models", { exact: true })).toBeVisible();
  await expect.element(page.getByText("The case was changed since.", { exact: false })).toBeVisible();
  await view("Cases").click();
  await page.getByRole("button", { name: "Run The models" }).click();
  await page.getByRole("list", { name: "Report" }).getByText("not judged", { exact: true }).click();
  await expect.element(page.getByText("Not sent: nothing before it gave “task”.")).toBeVisible();
  const { cases, getState } = checksOf(playground);
  getState().remove(...cases.getSnapshot().records.map(({ id }) => id));
});

it("a report says of what never left that it wasn't sent", async () => {
  const { playground } = await renderPage({ exchange: () => Promise.reject(new NotSentError(undefined)) });
  await keepCase();
  await page.getByRole("button", { name: "Run The models" }).click();
  await view("Report").click();
  await page.getByRole("list", { name: "Report" }).getByText("not judged", { exact: true }).click();
  await expect.element(page.getByText("Not sent: there was no network", { exact: false })).toBeVisible();
  const { cases, getState } = checksOf(playground);
  getState().remove(...cases.getSnapshot().records.map(({ id }) => id));
});

it("what another method has no place for is there again with the method that has; an emptied table stays", async () => {
  const { playground } = await renderPage();
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  const method = form.getByRole("combobox", { name: "Method" });
  await form.getByLabelText("Name", { exact: true }).fill("By and by");
  await form.getByLabelText("Path").fill("/v1/audio/speech");
  await form.getByLabelText("Body").fill('{"input":"long"}');
  await method.selectOptions("GET");
  await form.getByLabelText("Range").fill("bytes=0-9");
  await method.selectOptions("HEAD");
  await method.selectOptions("POST");
  await expect.element(form.getByLabelText("Body")).toHaveValue('{"input":"long"}');
  await method.selectOptions("GET");
  await expect.element(form.getByLabelText("Range")).toHaveValue("bytes=0-9");
  await method.selectOptions("POST");
  await form.getByText("Table").click();
  const table = form.getByRole("textbox", { name: "Table" });
  await table.fill("text\nOne.");
  await form.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Edit By and by" }).click();
  await table.fill("");
  await expect.element(table).toBeVisible();
  const { cases } = checksOf(playground);
  cases.delete(...cases.getSnapshot().records.map(({ id }) => id));
});

it("the text of an expectation stays as it is written, and means what it says", async () => {
  const { playground } = await renderPage();
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  const expected = () => checksOf(playground).getState().draft?.steps[0]?.step.expect.slice(1);
  for (const [kind, field, keys, written, meant] of [
    [
      "codec",
      "Codecs, separated by commas",
      "{End}, {Backspace}{Backspace}，wav，",
      "mp3，wav，",
      { is: ["mp3", "wav"] },
    ],
    ["json", "is", "1.05", "1.05", { is: 1.05 }],
  ] as const) {
    await form.getByRole("combobox", { name: "Add" }).selectOptions(kind);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByLabelText(field, { exact: true }).click();
    await userEvent.keyboard(keys);
    await expect.element(form.getByLabelText(field, { exact: true })).toHaveValue(written);
    expect(expected()?.at(-1)).toMatchObject(meant);
  }
});

it("the part of the suite that was chosen stays chosen while its report is looked at", async () => {
  await renderPage();
  await page.getByRole("tab", { name: "Checks" }).click();
  await view("Built-in suite").click();
  await view("Usual").click();
  await page.getByRole("combobox", { name: "Section" }).selectOptions("2.3");
  await view("Report").click();
  await view("Built-in suite").click();
  await expect.element(view("Usual")).toBeChecked();
  await expect.element(page.getByRole("combobox", { name: "Section" })).toHaveValue("2.3");
});

it("what a run that is under way hasn't come to yet isn't told as left out", async () => {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  let reply = answer(200, { data: [] });
  await renderPage({
    async exchange() {
      await freed;
      return reply;
    },
  });
  await keepCase();
  await page.getByRole("button", { name: "Run all 1" }).click();
  await expect.element(page.getByText("0 of 1 done")).toBeVisible();
  await expect.element(page.getByText(/wasn't asked/)).not.toBeInTheDocument();
  free();
  await expect.element(page.getByText("all 1 passed")).toBeVisible();

  // Nor does what belongs to one result stand below another: its sound, and the name that it is to be kept by.
  reply = { ...answer(201, {}, []), headers: [["content-type", "audio/wav"]], body: new Blob([toneOf(1)]) };
  await view("Cases").click();
  await page.getByRole("button", { name: "Run all 1" }).click();
  await page.getByRole("list", { name: "Report" }).getByText("failed").click();
  const sound = () => document.querySelector("audio[aria-label='Sound of this check']");
  await expect.poll(sound).not.toBeNull();
  const keep = page.getByRole("button", { name: "Keep as a baseline…" });
  const name = page.getByLabelText("Name of the baseline");
  await keep.click();
  await name.fill("Broken");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await keep.click();
  await expect.element(name).toBeVisible();
  const which = page.getByRole("combobox", { name: "Run" });
  const [own = "", kept = ""] = [...which.element().querySelectorAll("option")].map(({ value }) => value);
  await which.selectOptions(kept);
  await expect.element(name).not.toBeInTheDocument();
  await which.selectOptions(own);
  reply = answer(500, {});
  await page.getByRole("button", { name: "Run again: 1 failed" }).click();
  await expect.poll(() => document.querySelector("audio[aria-label='Sound before']")).not.toBeNull();
  expect(sound()).toBeNull();
});

it("how often a request is repeated can be written anew, stays, and the result names the service", async () => {
  const { playground } = await renderPage({ config: async () => several });
  await keepCase();
  await view("Repeat").click();
  const times = page.getByRole("spinbutton", { name: "Times" });
  await times.click();
  await userEvent.keyboard("{End}{Backspace}{Backspace}");
  await expect.element(times).toHaveValue(null);
  await userEvent.keyboard("12");
  await expect.element(times).toHaveValue(12);
  await view("Cases").click();
  await view("Repeat").click();
  await expect.element(times).toHaveValue(12);
  // A browser has six connections to a server: a seventh request's wait for one would count as the service's time.
  await expect.element(page.getByRole("spinbutton", { name: "At the same time" })).toHaveAttribute("max", "6");
  await page.getByRole("button", { name: "Send 12 times" }).click();
  await expect.element(page.getByText(/12 of 12 answered/)).toBeVisible();
  playground.settings.setState({ service: "production" });
  await expect.element(page.getByText("at staging (the embedded service)")).toBeVisible();
});

it("before it costs it is said how often it is sent: once but for 429, or as often as is repeated", async () => {
  const { playground } = await renderPage({ config: async () => several });
  playground.settings.setState({ service: "production" });
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  await form.getByLabelText("Name", { exact: true }).fill("Paid");
  await form.getByRole("button", { name: "Keep" }).click();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Run Paid" }).click();
  await expect.element(dialog).toHaveTextContent(/again only where it is turned away with 429/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await view("Repeat").click();
  await page.getByRole("combobox", { name: "Case", exact: true }).selectOptions("Paid");
  await page.getByRole("button", { name: /^Send \d+ times$/ }).click();
  await expect.element(dialog).toHaveTextContent(/exactly that often: none is sent again/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const { cases, getState } = checksOf(playground);
  getState().remove(...cases.getSnapshot().records.map(({ id }) => id));
});

it("a run that was cut goes on with what was never sent; what may have been charged waits for a press", async () => {
  const { playground } = await renderPage({ exchange: async () => answer(200, { data: [] }) });
  await keepCase();
  const { cases, runs, getState } = checksOf(playground);
  const first = cases.getSnapshot().records.at(-1);
  if (first === undefined) throw new Error("No case was kept.");
  await cases.put({ ...first, id: `${first.id}2`, name: "The models once more" });
  const last = { outcome: "not_judged" as const, at: 5, steps: [], variables: {} };
  const run = { kind: "chosen", at: 5, of: 2 };
  await runs.put(
    { id: `chosen|case:${first.id}`, last: { ...last, reason: "unanswered" }, run },
    { id: `chosen|case:${first.id}2`, last: { ...last, reason: "not_asked" }, run },
  );
  getState().showReport("chosen");
  const told = page.getByText(
    "The run was ended before. 1 check wasn't asked. " +
      "1 check was sent: whether it was answered and charged isn't known.",
  );
  await expect.element(told).toBeVisible();
  await page.getByRole("button", { name: "Go on with 1" }).click();
  await expect.element(page.getByText("1 passed, 0 failed, 1 not judged")).toBeVisible();
  await page.getByRole("button", { name: "Send again: 1 unknown" }).click();
  await expect.element(page.getByText("all 2 passed")).toBeVisible();
  await expect.element(page.getByText(/run again since|wasn't asked|isn't known/)).not.toBeInTheDocument();
});
