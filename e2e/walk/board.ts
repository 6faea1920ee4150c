import { expect } from "../fixtures.ts";
import { turnToSomethingElse } from "../page.ts";
import type { Walk } from "./visit.ts";

/** Goes through the tabs below the script. Two takes of `text` are there, and one that was refused. */
export async function walkBoard(walk: Walk, text: string): Promise<void> {
  await walkTakes(walk);
  await walkTasks(walk, text);
  await walkRequest(walk);
  await walkFrames(walk);
  await walkCompare(walk);
  await walkBatch(walk);
  await walkChecks(walk, text);
}

const tab = ({ page, names: { h } }: Walk, name: keyof Walk["names"]["h"]["tabs"]) =>
  page.getByRole("tab", { name: new RegExp(`^${h.tabs[name]}`) }).click();

async function walkTakes({ page, names: { h }, visit }: Walk): Promise<void> {
  const takes = page.getByRole("grid", { name: h.tabs.takes });
  await takes.getByRole("button", { name: h.more, exact: true }).first().click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await visit("a take's menu");
  await page.getByRole("menuitem", { name: h.edit }).click();
  await expect(takes.getByRole("textbox").first()).toBeFocused();
  await visit("a take's name");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: h.manage }).click();
  await visit("what there is to do with takes");
  await page.getByRole("menuitem", { name: h.chooseTakes }).click();
  await takes.getByRole("row").first().click();
  await visit("choosing takes");
  await page.getByRole("button", { name: h.endChoosing, exact: true }).click();
  await page.getByRole("button", { name: h.manage }).click();
  await page.getByRole("menuitem", { name: /^(Export \d|导出 \d)/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await visit("the export");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: h.manage }).click();
  await page.getByRole("menuitem", { name: h.clearAll }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await visit("a question");
  await page.keyboard.press("Escape");
  await takes.getByRole("row").first().focus();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: h.undo, exact: true })).toBeVisible();
  await visit("a deleted take");
  await page.getByRole("searchbox", { name: h.search }).fill("nothing like this");
  await expect(page.getByText(h.noMatch)).toBeVisible();
  await visit("a search that finds nothing");
  await page.getByRole("searchbox", { name: h.search }).fill("");
}

async function walkTasks(walk: Walk, text: string): Promise<void> {
  const { page, names, visit } = walk;
  const { h, j, t } = names;
  await tab(walk, "tasks");
  await expect(page.getByText(j.empty.title)).toBeVisible();
  await visit("no tasks");
  await page.getByRole("radio", { name: t.mode.names.async, exact: true }).check();
  await page.getByRole("textbox", { name: t.script.label }).fill(`${text} Twice.`);
  await page.getByRole("button", { name: t.speak.speak, exact: true }).click();
  await turnToSomethingElse(page);
  const task = page.getByRole("list", { name: h.tabs.tasks }).getByRole("listitem");
  await expect(task).toHaveCount(1);
  await visit("a task under way");
  await expect(task).toHaveAttribute("data-status", "complete", { timeout: 60_000 });
  await expect(page.getByRole("button", { name: h.task.hear }).first()).toBeVisible();
  await task.getByText(j.details).click();
  await visit("a completed task");
  await page.getByRole("radio", { name: t.mode.names.stream, exact: true }).check();
  await page.getByRole("textbox", { name: t.script.label }).fill(text);
}

async function walkRequest(walk: Walk): Promise<void> {
  const { page, names, visit } = walk;
  await tab(walk, "request");
  for (const view of ["outgoing", "byHand", "answer", "code"] as const) {
    await page.getByRole("radio", { name: names.q.views[view], exact: true }).check();
    if (view === "code")
      await expect(page.getByText("import requests").or(page.getByText("curl ")).first()).toBeVisible();
    await visit(`request: ${view}`);
    if (view === "byHand") await walkOwnRequest(walk);
  }
}

/** A request that goes anywhere, with a path and a header field that can't be sent, and back. */
async function walkOwnRequest({ page, names, visit }: Walk): Promise<void> {
  const { byHand } = names.q;
  const route = page.getByRole("combobox", { name: byHand.route, exact: true });
  const usual = await route.inputValue();
  await route.selectOption("any");
  await page.getByLabel(byHand.own.path, { exact: true }).fill("/v1/../a");
  await visit("request: a path of one's own that can't be");
  await page.getByLabel(byHand.own.path, { exact: true }).fill("/v1/a");
  await page.getByLabel(byHand.own.fields, { exact: true }).fill("x");
  await visit("request: a field of one's own that can't be");
  await page.getByLabel(byHand.own.fields, { exact: true }).fill("");
  await visit("request: a path of one's own");
  await route.selectOption(usual);
}

async function walkFrames(walk: Walk): Promise<void> {
  const { page, names, visit } = walk;
  await tab(walk, "frames");
  const latest = page.getByRole("button", { name: names.f.latest });
  const list = page.getByRole("listbox", { name: names.f.list });
  await expect(latest.or(list)).toBeVisible();
  if (await latest.isVisible()) {
    await visit("no frames");
    await latest.click();
  }
  await list.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await visit("frames");
}

async function walkCompare(walk: Walk): Promise<void> {
  const { page, names, visit } = walk;
  const { c, t } = names;
  await tab(walk, "compare");
  await expect(page.getByRole("button", { name: c.empty.latest })).toBeVisible();
  await visit("nothing to compare");
  await page.getByRole("button", { name: c.empty.latest }).click();
  const heard = page.getByRole("radiogroup", { name: c.heard });
  await expect(heard.getByRole("radio")).toHaveCount(2);
  await expect(heard.getByRole("img")).toHaveCount(2);
  await visit("two takes compared");
  await page.getByRole("button", { name: c.add, exact: true }).click();
  await visit("adding a take to the comparison");
  await page.getByRole("button", { name: t.words.done, exact: true }).click();
  for (const view of ["request", "answer", "blind"] as const) {
    await page.getByRole("radio", { name: c.views[view], exact: true }).check();
    await visit(`compare: ${view}`);
  }
  await page.getByRole("button", { name: c.blind.start, exact: true }).click();
  await expect(page.getByRole("button", { name: c.blind.verdicts.a, exact: true })).toBeVisible();
  await visit("a blind round");
  // A verdict counts once everything was heard.
  const panel = page.getByRole("tabpanel");
  const play = panel.getByRole("button", { name: t.player.play, exact: true });
  await play.click();
  await expect(panel).toContainText(c.blind.unheard(c.blind.places.b));
  // The first has ended: on a busy machine it may be over before the second is chosen.
  await expect(play).toBeVisible();
  await panel.getByRole("radio", { name: c.blind.places.b, exact: true }).check();
  await play.click();
  await page.getByRole("button", { name: c.blind.verdicts.a, exact: true }).click();
  await page.getByRole("button", { name: c.blind.reveal, exact: true }).click();
  await expect(page.getByRole("region", { name: c.blind.tally })).toBeVisible();
  await visit("the tally of a blind test");
  await page.getByRole("radio", { name: c.views.listen, exact: true }).check();
}

async function walkBatch(walk: Walk): Promise<void> {
  const { page, names, visit } = walk;
  const { b } = names;
  await tab(walk, "batch");
  await page
    .getByRole("textbox", { name: b.texts })
    .fill("The night train leaves at ten.\nNobody knows where it goes.");
  await page.getByLabel(b.addVoice, { exact: true }).fill("Noah");
  await page.getByLabel(b.addVoice, { exact: true }).press("Enter");
  await page.getByLabel(b.addField).selectOption({ index: 1 });
  await visit("the planner of a batch");
  await page.getByRole("region", { name: b.fields }).getByRole("button").last().click();
  await page.getByRole("button", { name: b.make, exact: true }).click();
  await expect(page.getByRole("toolbar", { name: b.batch })).toContainText(b.progress(4, 4));
  await visit("the results of a batch");
}

async function walkChecks(walk: Walk, text: string): Promise<void> {
  const { page, names, visit } = walk;
  const { h, k } = names;
  await tab(walk, "checks");
  await visit("no cases");
  await tab(walk, "takes");
  await page
    .getByRole("row", { name: new RegExp(text.slice(0, 12)) })
    .last()
    .getByRole("button", { name: h.more, exact: true })
    .click();
  await page.getByRole("menuitem", { name: h.keepCase }).click();
  await expect(page.getByRole("form", { name: k.editor.title })).toBeVisible();
  await visit("the editor of a case");
  await page.getByRole("button", { name: k.editor.save, exact: true }).click();
  await visit("cases");
  await page.getByRole("button", { name: k.runAll(1) }).click();
  await expect(page.getByRole("list", { name: k.views.report })).toBeVisible();
  await page.getByRole("list", { name: k.views.report }).getByText(text).first().click();
  await visit("a report");
  await page.getByRole("radio", { name: k.views.suite, exact: true }).check();
  await expect(page.getByText(k.suite.rules, { exact: true })).toBeVisible();
  await page.getByText(k.suite.rules, { exact: true }).click();
  await visit("the built-in suite");
  await tab(walk, "takes");
}
