import type { CDPSession, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { twoFrames } from "./settled.ts";

/** Where the focus is. */
export interface Stop {
  /** As a screen reader says it; empty on the page itself. */
  readonly role: string;
  readonly name: string;
  /** What a person who looks at it misses; empty where nothing is. */
  readonly faults: readonly string[];
}

/** A person who has a keyboard and nothing else: every stop of the focus is looked at. Chromium only. */
export class Keyboard {
  readonly faults = new Set<string>();

  constructor(
    readonly page: Page,
    private readonly debugging: CDPSession,
  ) {}

  async press(key: string): Promise<Stop> {
    await this.page.keyboard.press(key);
    return this.look();
  }

  /** Presses Tab until the focus is on what goes by `role` and `name`. */
  async tabTo(role: string, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < 120; presses++) {
      const stop = await this.look();
      if (stop.role === role && (typeof name === "string" ? stop.name === name : name.test(stop.name))) return;
      passed.push(`${stop.role} “${stop.name}”`);
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} never reached ${role} ${name}, but: ${[...new Set(passed)].join(", ")}`);
  }

  /** Presses Tab until the page begins anew, and says every stop. A page that never does has a trap. */
  async around(key: "Tab" | "Shift+Tab"): Promise<readonly Stop[]> {
    const stops: Stop[] = [];
    while (stops.length < 150) {
      const stop = await this.press(key);
      const [first] = stops;
      if (stop.role === "" || (first !== undefined && first.role === stop.role && first.name === stop.name))
        return stops;
      stops.push(stop);
    }
    throw new Error(`${key} never comes to an end: ${stops.slice(-5).map(({ name }) => name)}`);
  }

  async isAt(role: string, name: string | RegExp): Promise<void> {
    await expect.poll(async () => (await this.look()).role).toBe(role);
    const stop = await this.look();
    if (typeof name === "string") expect(stop.name).toBe(name);
    else expect(stop.name).toMatch(name);
  }

  /** What a person misses who looks, not in a single frame. */
  private async unseen(): Promise<readonly string[]> {
    if ((await this.page.evaluate(unseen)).length === 0) return [];
    await this.page.evaluate(twoFrames);
    return this.page.evaluate(unseen);
  }

  async look(): Promise<Stop> {
    const { result } = await this.debugging.send("Runtime.evaluate", { expression: "document.activeElement" });
    if (result.objectId === undefined || result.description === "body") return { role: "", name: "", faults: [] };
    const { nodes } = await this.debugging.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    // What comes late, such as a dialog, may have taken the focus between the two questions.
    const { result: isStill } = await this.debugging.send("Runtime.callFunctionOn", {
      objectId: result.objectId,
      functionDeclaration: "function () { return document.activeElement === this; }",
    });
    await this.debugging.send("Runtime.releaseObject", { objectId: result.objectId });
    if (isStill.value === false) return this.look();
    const role = String(nodes[0]?.role?.value ?? "");
    const name = String(nodes[0]?.name?.value ?? "");
    const faults = [...(name === "" ? ["has no name"] : []), ...(await this.unseen())];
    for (const fault of faults) this.faults.add(`${role} “${name}” ${fault}`);
    return { role, name, faults };
  }
}

/** What keeps a person from seeing where the focus is: WCAG 2.4.7 and 2.4.11. */
function unseen(): string[] {
  const element = document.activeElement;
  if (element === null || element === document.body) return [];
  const label = element instanceof HTMLInputElement ? (element.closest("label") ?? element.labels?.[0]) : undefined;
  const isBare = getComputedStyle(element).opacity === "0";
  const place = isBare ? (label ?? element.parentElement ?? element) : element;
  const faults: string[] = [];
  const { left, top, width, height } = place.getBoundingClientRect();
  const shownAt = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (place.contains(hit) || (label?.contains(hit) ?? false));
  };
  // Of something long, its middle may be out of sight while one sees its beginning.
  const points = [0.5, 0.1, 0.9].flatMap((part) => [0.5, 0.1, 0.9].map((down) => [part, down] as const));
  if (!points.some(([part, down]) => shownAt(left + part * width, top + down * height)))
    faults.push("is covered or out of sight");
  const shows = (each: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each);
    const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && outlineColor !== "transparent";
    return outlined || boxShadow !== "none";
  };
  const around = [
    place,
    element.nextElementSibling,
    element.parentElement,
    ...(isBare ? place.querySelectorAll("*") : []),
  ];
  /** Whether the knob of a slider, which no script can ask, has a rule of its own for the focus. */
  const knobShows = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .some((rule) => {
      const [, slider] =
        rule instanceof CSSStyleRule
          ? (/^(.*:focus-visible)::-webkit-slider-thumb$/.exec(rule.selectorText) ?? [])
          : [];
      return slider !== undefined && element.matches(slider);
    });
  if (!knobShows && !around.some((each) => each !== null && shows(each))) faults.push("doesn't show its focus");
  return faults;
}
