import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { parseTask } from "../../contract/tasks.ts";
import { type FakeAnswers, soundOf } from "../../core/page/fake-service.fixture.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";

const address = page.getByRole("textbox", { name: "Reference recording" });

async function openModelC(service: "embedded" | "remote" = "embedded") {
  return renderPage(
    { config: async () => ({ service, version: "0.0.0", session: "none_needed", hasKey: true }) },
    ({ settings }) => settings.setState({ model: "refvoice-2" }),
  );
}

describe("what isn't an address", () => {
  it.each([
    ["data:audio/wav;base64,UklGRg==", /holds the recording itself/],
    ["blob:https://app.example.org/1", /exists in one browser only/],
    ["/media/me/voice.wav", /takes no uploads/],
    ["UklGRiQAAABXQVZF".repeat(10), /looks like Base64/],
  ])("%s is told at once", async (pasted, message) => {
    await openModelC();
    await address.fill(pasted);
    await expect.element(address).toHaveAttribute("aria-invalid", "true");
    await expect.element(address).toHaveAccessibleDescription(message);
  });

  it("is neither kept nor sent where it is a whole recording", async () => {
    const { playground } = await openModelC();
    await address.fill(`data:audio/wav;base64,${"A".repeat(50_000)}`);
    await expect.element(address).toHaveAccessibleDescription(/holds the recording itself/);
    expect(playground.settings.getState().values["refvoice-2"]).not.toHaveProperty("voice");
    await address.fill("https://media.example.org/v.wav");
    await expect.element(address).toHaveValue("https://media.example.org/v.wav");
    await expect.element(address).not.toHaveAttribute("aria-invalid");
  });
});

it("where the form is folded a recording is named without what opens its address", async () => {
  await openModelC();
  await address.fill("https://media.example.org/v.wav?X-Amz-Signature=c0ffee");
  await page.getByRole("tab", { name: "Compare" }).click();
  const who = page.getByRole("button", { name: /^Reference recording/ });
  await expect.element(who).toHaveTextContent("Reference recording v.wav");
  expect(who.element().outerHTML).not.toContain("c0ffee");
});

it("an address inside the network gets a hint that a service elsewhere can't reach it", async () => {
  await openModelC("remote");
  await address.fill("http://192.168.1.20/v.wav");
  await expect.element(page.getByText(/The service is elsewhere and can't reach it/)).toBeVisible();
  await expect.element(address).not.toHaveAttribute("aria-invalid");
});

it("a recording that a task couldn't use is said once, marks its field, and both go with the address", async () => {
  const gone = "https://media.example.org/gone.mp3";
  const message = "voice must be the public http or https address of an MP3 or WAV recording.";
  const failed = parseTask({ id: "task_1", status: "failed", error: { code: "reference_unusable", message } });
  if (failed === undefined) throw new Error("That is no task.");
  const tasks: FakeAnswers["tasks"] = async () => ({
    create: () => Promise.reject(new Error("Nothing is sent here.")),
    read: async () => failed,
    timestamps: async () => [],
    contentLength: async () => undefined,
    content: () => () => soundOf(1),
  });
  const { playground } = await renderPage({ tasks }, ({ library, settings }) => {
    settings.setState({ model: "refvoice-2" });
    settings.getState().setValue("refvoice-2", "voice", gone);
    const task = { id: "task_1", status: "queued", nextPoll: Date.now() };
    const changes = {
      status: "waiting",
      mode: "async",
      service: "embedded",
      model: "refvoice-2",
      voice: gone,
    } as const;
    const body = JSON.stringify({ model: "refvoice-2", input: "Hello", voice: gone });
    const request = { endpoint: "tasks", path: "/v1/audio/speech/tasks", body } as const;
    library.begin(takeRow("k1", { ...changes, task }), takeDetails("k1", { request }));
  });
  await expect.poll(() => playground.library.getSnapshot().loaded).toBe(true);
  await (await playground.tasks()).getState().look("k1");
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent("Reference recording: the service couldn't use it.");
  await expect.element(page.getByText(/^Task failed/)).not.toBeInTheDocument();
  await expect.element(address).toHaveAttribute("aria-invalid", "true");
  await expect.element(address).toHaveAccessibleDescription(/couldn't use this recording/);
  await alert.getByRole("button", { name: "Go to “Reference recording”" }).click();
  await expect.element(address).toHaveFocus();
  await address.fill("https://media.example.org/there.mp3");
  await expect.element(alert).toBeEmptyDOMElement();
  await expect.element(address).not.toHaveAttribute("aria-invalid");
});

describe("listening", () => {
  it("says when nothing can be heard, and offers nothing before there is an address", async () => {
    await openModelC();
    const listen = page.getByRole("button", { name: "Listen: Reference recording" });
    await expect.element(listen).toBeDisabled();
    await address.fill(new URL("/no-such-recording.wav", location.href).href);
    await listen.click();
    await expect.element(page.getByText(/The browser can't play it/)).toBeVisible();
  });
});
