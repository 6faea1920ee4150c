import { within } from "./within.ts";

/** The browsers that the product is tried in, the one that always must be there first. */
export const browserNames = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof browserNames)[number];

/** What JSON can carry: arguments and results of a function that runs in a page. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A real browser with a window, driven as a person drives it. */
export interface DrivenBrowser {
  readonly name: BrowserName;
  /** As it calls itself, such as `Firefox 153.0`. */
  readonly version: string;
  /** Opens an address in a new page of its own, with nothing stored. */
  open(address: string): Promise<DrivenPage>;
  /** Memory that all processes of the browser hold, in bytes. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

/** One page. Elements go by ARIA role and accessible name, as the browser's own accessibility tree has them. */
export interface DrivenPage {
  /** Presses with a pointer, once the element is there: the browser counts it as a person's click. */
  click(role: Role, name: string | RegExp): Promise<void>;
  /** Replaces the text of a box. */
  fill(role: Role, name: string, text: string): Promise<void>;
  /** Chooses an option of a list. */
  select(name: string, value: string): Promise<void>;
  /**
   * Presses keys one after another, whatever has the focus: `Tab`, `Shift+Tab`, `a`; each as `KeyboardEvent.key` names
   * it.
   */
  press(...keys: readonly string[]): Promise<void>;
  /** Runs a function in the page, which sees its arguments and nothing else of the caller. */
  evaluate<Result extends Json, Arguments extends readonly Json[]>(
    run: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result>;
  /** Runs it again until it gives something else than null. Throws when that takes longer than half a minute. */
  until<Result extends Json, Arguments extends readonly Json[]>(
    run: (...given: Arguments) => Result | null,
    ...given: Arguments
  ): Promise<Result>;
  /** The name of the file and its bytes, once a click has had the browser save one. */
  download(role: Role, name: RegExp): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** A picture of what is seen, as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** What the page has written to the console as errors, and thrown, so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Which elements can have a role: browsers compute roles of elements, but have no way to list the elements of a role.
 */
export const elementsOfRole = {
  alert: "[role=alert]",
  button: "button, [role=button]",
  combobox: "select, [role=combobox]",
  link: "a[href]",
  radio: "input[type=radio], [role=radio]",
  slider: "input[type=range], [role=slider]",
  textbox: "textarea, input",
} as const;
export type Role = keyof typeof elementsOfRole;

/**
 * The source of a function that calls `run` in a page. Tools that compile TypeScript wrap named functions in a helper
 * of theirs, which a page doesn't have: it gets one that does nothing.
 */
export function sourceForPage(run: (...given: never[]) => unknown): string {
  return `(...given) => { const __name = (named) => named; return (${run.toString()})(...given); }`;
}

/** Resolves when our page can be used: its first screen is seen before it can be pressed. */
export async function canBeUsed(page: DrivenPage): Promise<void> {
  await page.until(() => document.querySelector("[inert]") === null || null);
}

/** How long a page may take to show what is waited for, in milliseconds. */
const patience = 60_000;

/** Asks again until the answer is something; an error that says what was waited for when patience ends. */
export async function untilGiven<Result>(what: string, ask: () => Promise<Result | null>): Promise<Result> {
  const deadline = performance.now() + patience;
  for (;;) {
    const answer = await within((2 * patience) / 1_000, what, ask());
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${patience / 1000} s in vain for ${what}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** Whether an accessible name is the asked one. */
export const isNamed = (actual: string, asked: string | RegExp): boolean =>
  typeof asked === "string" ? actual === asked : asked.test(actual);
