import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressByKey, renderPage } from "../../app/render.fixture.ts";
import { importsOf } from "../../core/archive/imports.ts";
import { keep, row } from "../takes/history.fixture.ts";

it("the keyboard stays in the dialog when its file is made, on the page when an import is over", async () => {
  const { playground } = await renderPage({}, (prepared) => keep(prepared, [{ excerpt: "One" }]));
  await row("One").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Share as a page…" }).click();
  const dialog = page.getByRole("dialog");
  await pressByKey(dialog.getByRole("button", { name: "Save", exact: true }));
  await expect.element(dialog.getByRole("button", { name: "Close" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");

  importsOf(playground)
    .getState()
    .start(new File(["no zip"], "takes.zip"));
  await pressByKey(page.getByRole("button", { name: "Close", exact: true }));
  await expect.element(page.getByRole("tab", { name: "Takes" })).toHaveFocus();

  const { library } = playground;
  const keeping = { kind: "memory", reason: "blocked" } as const;
  vi.spyOn(library, "getSnapshot").mockReturnValue({ ...library.getSnapshot(), loaded: false, keeping });
  importsOf(playground)
    .getState()
    .start(new File(["PK"], "takes.zip"));
  await expect.element(page.getByText("Importing takes.zip")).toHaveTextContent("An older tab of the playground");
  await pressByKey(page.getByRole("button", { name: "Stop", exact: true }));
  await expect.element(page.getByText("Stopped. Takes imported by then are kept")).toBeVisible();
});
