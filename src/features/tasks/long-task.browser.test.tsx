import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";

const content = "/v1/audio/speech/tasks/task_1/content";
const address = "/playground/download/task_1";

/** The page with a two-hour take whose sound stays with the service. */
async function openLongTake() {
  await renderPage({}, ({ library }) =>
    library.begin(
      takeRow("long", {
        name: "Chapter one",
        mode: "async",
        status: "complete",
        sound: "remote",
        facts: { bytes: 115_000_000, duration: 7_260 },
        task: { id: "task_1", status: "completed", content },
      }),
      takeDetails("long"),
    ),
  );
}

/** The address that the browser is told to save from by what is pressed. */
async function savedFrom(press: () => Promise<void>): Promise<string | undefined> {
  let saved: string | undefined;
  const onClick = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    saved = event.target.getAttribute("href") ?? undefined;
    event.preventDefault();
  };
  const { click } = HTMLAnchorElement.prototype;
  // A link that isn't on the page is pressed by the page itself.
  HTMLAnchorElement.prototype.click = function press() {
    saved = this.getAttribute("href") ?? undefined;
  };
  document.addEventListener("click", onClick, true);
  await press();
  document.removeEventListener("click", onClick, true);
  HTMLAnchorElement.prototype.click = click;
  return saved;
}

it("a take too large to keep says how long it is, and is downloaded from its menu and from the player", async () => {
  await openLongTake();
  const row = page.getByRole("grid", { name: "Takes" }).getByRole("row", { name: "Chapter one" });
  await expect.element(row).toHaveTextContent("2:01:00");
  const fromMenu = await savedFrom(async () => {
    await row.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Download", exact: true }).click();
  });
  expect(fromMenu).toBe(address);
  await row.getByRole("button", { name: "Hear", exact: true }).click();
  const player = page.getByRole("region", { name: "Player" });
  await expect.element(player.getByRole("link", { name: "Download" })).toHaveAttribute("href", address);
});

it("its task offers the download and says where the sound lies; an export says that it leaves it out", async () => {
  await openLongTake();
  await page.getByRole("tab", { name: "Tasks" }).click();
  await expect.element(page.getByText(/Only the service has it, and may delete it/)).toBeVisible();
  const list = page.getByRole("list", { name: "Tasks" });
  expect(await savedFrom(() => list.getByRole("button", { name: "Download" }).click())).toBe(address);
  await page.getByRole("tab", { name: "Takes" }).click();
  await page.getByRole("grid", { name: "Takes" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/^The audio of 1 take won't be in it/)).toBeVisible();
  await dialog.getByRole("radio", { name: "Table" }).click();
  await expect.element(dialog.getByText(/won't be in it/)).not.toBeInTheDocument();
});

it("a task that is under way is in sight behind fifty newer ones", async () => {
  const task = (id: string, at: number, status: "waiting" | "complete") =>
    takeRow(id, {
      name: id,
      mode: "async",
      status,
      created: at,
      task: { id: `task_${at}`, status: status === "waiting" ? "in_progress" : "completed" },
    });
  await renderPage({}, ({ library }) => {
    library.begin(task("A long one", 1, "waiting"), takeDetails("A long one"));
    for (let at = 10; at < 70; at++) library.begin(task(`Short ${at}`, at, "complete"), takeDetails(`Short ${at}`));
  });
  await page.getByRole("tab", { name: "Tasks" }).click();
  const list = page.getByRole("list", { name: "Tasks" });
  await expect.element(list).toHaveTextContent("A long one");
  await expect.element(list).not.toHaveTextContent("Short 10");
  expect(list.element().children).toHaveLength(51);
});
