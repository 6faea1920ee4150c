import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { SpeechRequestError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { parseTask, type Task } from "../../contract/tasks.ts";
import { type FakeAnswers, soundOf } from "../../core/page/fake-service.fixture.ts";
import { lateStop } from "./stop-guard.ts";

const speak = () => page.getByRole("button", { name: "Speak", exact: true });
const board = () => page.getByRole("region", { name: "History" });
const question = () => page.getByRole("alertdialog", { name: "The same task is already under way" });
/** The board says that a task is done, too. */
const done = () => page.getByText("Task done", { exact: true });

function taskOf(fields: Record<string, unknown>): Task {
  const parsed = parseTask({ id: "task_1", ...fields });
  if (parsed === undefined) throw new Error("That is no task.");
  return parsed;
}

/** A phone's page in async mode, and a service that says of its tasks what `state` holds. */
async function renderPhone() {
  const state = { said: taskOf({ status: "queued" }) };
  const bodies: string[] = [];
  const tasks: FakeAnswers["tasks"] = async () => ({
    async create({ body }) {
      bodies.push(body);
      return state.said;
    },
    read: async () => state.said,
    timestamps: async () => [],
    contentLength: async () => undefined,
    content: () => () => soundOf(30),
  });
  let skipped = 0;
  const rendered = await renderPage(
    { tasks },
    ({ settings }) => settings.getState().setMode("streamspeech-v8", "async"),
    () => performance.now() + skipped,
  );
  await page.viewport(390, 844);
  const { playground } = rendered;
  const look = async (fields: Record<string, unknown>) => {
    state.said = taskOf(fields);
    const [row] = playground.library.getSnapshot().rows;
    if (row === undefined) throw new Error("There is no task.");
    await (await playground.tasks()).getState().look(row.id);
  };
  /** Presses Speak, so long after all that was before that it isn't taken for a press of Stop that comes late. */
  const press = async () => {
    await expect.element(speak()).toBeVisible();
    skipped += lateStop;
    await speak().click();
  };
  return { ...rendered, bodies, look, press };
}

it("a task is told of where it was sent, until its sound is heard, by whatever way", async () => {
  const { look, press } = await renderPhone();
  await press();
  await expect.element(page.getByText("Task queued", { exact: true }).last()).toBeVisible();
  await look({ status: "in_progress", progress: 45 });
  await expect.element(page.getByText("Task under way, 45 %")).toBeVisible();
  // It is a part that comes later than the notice may.
  await expect.element(board()).toBeInTheDocument();
  const isLow = () => board().element().getBoundingClientRect().top > 500;
  await expect.poll(isLow).toBe(true);
  await page.getByRole("button", { name: "See it under Tasks" }).click();
  await expect.element(board().getByRole("tab", { name: /Tasks/ })).toHaveFocus();
  await expect.poll(isLow).toBe(false);
  await look({ status: "completed" });
  await expect.element(done()).toBeVisible();
  // Told of once: the board says it where the notice stands out of sight.
  const told = board()
    .getByText(/^Task done: /)
    .last();
  await expect.element(told).not.toBeVisible();
  // Not from the notice, but from the list.
  await board().getByRole("listitem").getByRole("button", { name: "Hear" }).click();
  await expect.element(done()).not.toBeInTheDocument();
  await expect.poll(() => board().getByRole("button", { name: "Hear it" }).elements()).toEqual([]);
});

it("the sound of a task begins by itself for who only waits, and is told of to who does something else", async () => {
  const { look, press } = await renderPhone();
  await press();
  await expect.element(page.getByText("Task queued", { exact: true }).last()).toBeVisible();
  await look({ status: "completed" });
  await expect.element(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.element(done()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Stop and go back to the start" }).click();
  await page.getByRole("textbox", { name: "Script" }).fill("Another one.");
  await press();
  await expect.element(page.getByText("Task queued", { exact: true }).last()).toBeVisible();
  await page.getByRole("textbox", { name: "Script" }).click();
  await look({ status: "completed" });
  await expect.element(done()).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Pause" })).not.toBeInTheDocument();
});

it("the same task isn't sent a second time unasked while the first is under way", async () => {
  const { bodies, look, press } = await renderPhone();
  await press();
  await expect.element(page.getByRole("button", { name: "See it under Tasks" })).toBeVisible();
  await expect.poll(() => bodies).toHaveLength(1);
  await press();
  await expect.element(question()).toHaveTextContent(/may cost as much again: \d+ tokens/);
  const wait = question().getByRole("button", { name: "Wait for it" });
  await expect.element(wait).toHaveFocus();
  await wait.click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(bodies).toHaveLength(1);

  await press();
  await question().getByRole("button", { name: "Send a second one" }).click();
  await expect.poll(() => bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);

  // Another request is no repetition; nor is the same one, once it is done.
  await page.getByRole("textbox", { name: "Script" }).fill("Something else.");
  await press();
  await expect.poll(() => bodies).toHaveLength(3);
  await page.getByRole("textbox", { name: "Script" }).click();
  await look({ status: "completed" });
  await expect.element(done()).toBeVisible();
  await press();
  await expect.poll(() => bodies).toHaveLength(4);
  expect(question().elements()).toEqual([]);
});

it("a task whose answer never came isn't sent again unasked; one that was never sent is", async () => {
  const bodies: string[] = [];
  let code = "upstream_closed";
  let skipped = 0;
  await renderPage(
    {
      tasks: async () => ({
        async create({ body }) {
          bodies.push(body);
          const error = parseErrorBody(JSON.stringify({ error: { message: "No.", code } }));
          throw new SpeechRequestError({ refusal: "status", status: 502, headers: [], error, truncated: false });
        },
        read: () => Promise.reject(new Error("There is no task.")),
        timestamps: async () => [],
        contentLength: async () => undefined,
        content: () => () => soundOf(1),
      }),
    },
    ({ settings }) => settings.getState().setMode("streamspeech-v8", "async"),
    () => performance.now() + skipped,
  );
  const press = async () => {
    await expect.element(speak()).toBeVisible();
    skipped += lateStop;
    await speak().click();
  };
  await press();
  await expect.element(page.getByRole("alert")).toHaveTextContent("It may have been charged.");
  await press();
  const unanswered = page.getByRole("alertdialog", { name: "This may be running already" });
  await expect.element(unanswered).toHaveTextContent("no answer came");
  expect(bodies).toHaveLength(1);
  code = "upstream_unreachable";
  await unanswered.getByRole("button", { name: "Send it again" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("no charge expected");
  expect(bodies).toHaveLength(2);
});
