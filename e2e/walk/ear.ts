import type { CDPSession, Page } from "@playwright/test";

/** What a screen reader says without having been asked. */
export interface Said {
  readonly text: string;
  /** `alert` interrupts, `status` waits for the end of the sentence. */
  readonly by: "alert" | "status";
  /**
   * What keeps some screen readers from saying it: its live region came together with its text, or isn't one in the
   * browser's accessibility tree. Undefined where nothing does.
   */
  readonly unheard?: string;
}

/**
 * What the page's live regions say, as the browser tells assistive technology: once a frame, by region. Chromium only.
 */
export class Ear {
  private constructor(
    private readonly page: Page,
    private readonly debugging: CDPSession,
  ) {}

  /** Listens from the next load of `page` on. */
  static async on(page: Page): Promise<Ear> {
    await page.addInitScript(listen);
    const debugging = await page.context().newCDPSession(page);
    await debugging.send("Accessibility.enable");
    return new Ear(page, debugging);
  }

  /**
   * Notes which live regions the accessibility tree has, and forgets what was said: called before something happens.
   */
  async attend(): Promise<void> {
    const { nodes } = await this.debugging.send("Accessibility.getFullAXTree");
    const live = nodes.filter(({ ignored, properties = [] }) => !ignored && properties.some(isLive));
    for (const { backendDOMNodeId } of live) {
      if (backendDOMNodeId === undefined) continue;
      const { object } = await this.debugging.send("DOM.resolveNode", { backendNodeId: backendDOMNodeId });
      if (object.objectId === undefined) continue;
      const { objectId } = object;
      await this.debugging.send("Runtime.callFunctionOn", {
        objectId,
        functionDeclaration: "function () { window.ear.known.add(this); }",
      });
      await this.debugging.send("Runtime.releaseObject", { objectId });
    }
    await this.page.evaluate(() => {
      window.ear.said.length = 0;
    });
  }

  /** Everything that was said since `attend`, in its order. */
  said(): Promise<readonly Said[]> {
    return this.page.evaluate(() => window.ear.said);
  }

  /** Waits until the page has drawn what it had to draw and has nothing else to do. */
  async quiet(): Promise<void> {
    await this.page.waitForLoadState("networkidle");
    await this.page.evaluate(
      () =>
        new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
    );
  }
}

const isLive = ({ name, value }: { readonly name: string; readonly value: { readonly value?: unknown } }) =>
  name === "live" && value.value !== "off";

declare global {
  interface Window {
    ear: { readonly said: Said[]; readonly known: WeakSet<Element> };
  }
}

/** Runs in the page, before anything of it. */
function listen(): void {
  const regions = "[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])";
  const known = new WeakSet<Element>();
  const said: Said[] = [];
  window.ear = { said, known };
  /** The regions that stood in the last frame, each with its text. */
  let before = new Map<Element, string>();
  const written = new Set<Element>();
  let awaited = false;

  const isIn = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest("[aria-hidden=true], [inert]") === null;
  /** What is said of a region: all of it, as both roles are atomic. */
  function textOf(region: Element): string {
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    const parts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement !== null && isIn(node.parentElement)) parts.push(node.textContent ?? "");
    }
    return parts.join(" ").replaceAll(/\s+/g, " ").trim();
  }

  function frame(): void {
    awaited = false;
    const now = new Map<Element, string>();
    // What lies behind a modal dialog is in nobody's tree.
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    for (const region of document.querySelectorAll(regions)) {
      if (!isIn(region) || (modal !== undefined && !modal.contains(region))) continue;
      // A region that is busy is read when it no longer is.
      if (region.closest("[aria-busy=true]") !== null) {
        if (before.has(region)) now.set(region, before.get(region) ?? "");
        continue;
      }
      const text = textOf(region);
      now.set(region, text);
      const stood = before.get(region);
      const isNew = stood === undefined || text !== stood || written.has(region);
      if (text === "" || !isNew) continue;
      said.push({
        text,
        by: region.matches("[role=alert], [aria-live=assertive]") ? "alert" : "status",
        ...(stood === undefined
          ? { unheard: "its region came with it" }
          : known.has(region)
            ? {}
            : { unheard: "its region isn't in the accessibility tree" }),
      });
    }
    written.clear();
    before = now;
  }

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(regions);
      const brings = type === "characterData" || [...addedNodes].some(({ textContent }) => textContent?.trim() !== "");
      if (region != null && type !== "attributes" && brings) written.add(region);
    }
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(frame);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
