import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../fixtures.ts";
import { player } from "../page.ts";
import { startProduct } from "../product.ts";
import { copyProject, runIn } from "../project-copy.ts";

/**
 * Deletes a feature's folder from a copy of the project, and in `src/app`, where features are put together, its imports
 * with the names that they bring. Returns how many imports there were.
 */
function deleteFeature(project: string, feature: string): number {
  rmSync(join(project, "src/features", feature), { recursive: true });
  const app = join(project, "src/app");
  let imports = 0;
  for (const name of readdirSync(app)) {
    if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
    const text = readFileSync(join(app, name), "utf8");
    let left = text;
    for (const [line, imported = ""] of text.matchAll(
      new RegExp(`^import \\{ (\\w+) \\} from "\\.\\./features/${feature}/[^"]+";\n`, "gm"),
    )) {
      left = left.replace(line, "").replace(new RegExp(`\\b${imported}, |, ${imported}\\b`), "");
      imports += 1;
    }
    if (left !== text) writeFileSync(join(app, name), left);
  }
  return imports;
}

for (const { feature, tab, imports } of [
  { feature: "batch", tab: "Batch", imports: 1 },
  { feature: "compare", tab: "Compare", imports: 1 },
  // Its button stands in the page's head, which is there before the board.
  { feature: "present", tab: undefined, imports: 2 },
]) {
  test(`without the feature ${feature}: types and arrows hold, it builds, speaks, offers nothing that is gone`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const project = copyProject();
    try {
      expect(deleteFeature(project, feature)).toBe(imports);
      runIn(project, "node_modules/typescript/bin/tsc", "-b", "src/tsconfig.page.json");
      // What is changed: other files' arrows don't depend on it.
      runIn(project, "node_modules/@biomejs/biome/bin/biome", "lint", "--vcs-enabled=false", "src/app");
      runIn(project, "src/start/main.mjs", "--build");
      const playground = await startProduct({ root: project });
      try {
        await page.goto(playground.address);
        await page.getByRole("textbox", { name: "Script" }).fill("The tide is out.");
        await page.getByRole("button", { name: "Speak", exact: true }).click();
        await expect(player(page)).toContainText("complete");
        const tabs = page.getByRole("tablist", { name: "History" }).getByRole("tab");
        await expect(tabs).toHaveCount(tab === undefined ? 7 : 6);
        if (tab !== undefined) await expect(tabs.filter({ hasText: tab })).toHaveCount(0);
        await page.getByRole("button", { name: "More", exact: true }).first().click();
        const menu = page.getByRole("menu");
        await expect(menu.getByRole("menuitem").first()).toBeVisible();
        await expect(menu.getByRole("menuitem", { name: /^Compare/ })).toHaveCount(feature === "compare" ? 0 : 1);
        await expect(menu.getByRole("menuitem", { name: /^Add to presentation/ })).toHaveCount(
          feature === "present" ? 0 : 1,
        );
      } finally {
        // It may still be fetching what comes later.
        await page.close();
        await playground.stop();
      }
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  });
}
