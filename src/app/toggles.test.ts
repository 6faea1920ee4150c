import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("..", import.meta.url);

it("says that a button is on by its name or by its state, and never by both", () => {
  const buttons = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => {
      const source = readFileSync(new URL(path.replaceAll("\\", "/"), folder), "utf8");
      const found = source.match(/<\w+Button\b(?:(?!\/>)[\s\S])*|<[Bb]utton\b(?:(?!<\/[Bb]utton>)[\s\S])*/g) ?? [];
      return found.map((button) => ({ path, button }));
    })
    .filter(({ button }) => /\baria-pressed=/.test(button));
  expect(buttons.length).toBeGreaterThan(5);
  const both = buttons.filter(({ button }) => /\? (?:messages|page)\.[^:]+ : (?:messages|page)\./.test(button));
  expect(both.map(({ path }) => path)).toEqual([]);
});
