import type { Page } from "@playwright/test";

/** What doesn't fit on the page as it stands: one line for each place. */
export function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const root = document.documentElement;
    const name = (element: Element): string => {
      const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
      const classes = [...element.classList].map((each) => each.split("_").find((part) => part !== "") ?? "").join(".");
      return `${element.tagName.toLowerCase()}.${classes} “${text}”`;
    };
    const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true });
    const hidden = new Map<Element, boolean>();
    const isHiddenVisually = (element: Element): boolean => {
      const known = hidden.get(element);
      if (known !== undefined) return known;
      const { clip, clipPath, position } = getComputedStyle(element);
      const isTiny =
        clip === "rect(0px, 0px, 0px, 0px)" ||
        (position === "absolute" && element.getBoundingClientRect().width <= 2.5);
      const parent = element.parentElement;
      const is = clipPath.startsWith("inset(50%") || isTiny || (parent !== null && isHiddenVisually(parent));
      hidden.set(element, is);
      return is;
    };
    interface Edge {
      readonly element: Element;
      readonly x: string;
      readonly y: string;
      readonly ellipsis: boolean;
      readonly box: DOMRect;
    }
    const edges = new Map<Element, readonly Edge[]>();
    /** The boxes around text in `element` that cut it off or let it scroll, from the inside. */
    const edgesOf = (element: Element | null): readonly Edge[] => {
      if (element === null || element === document.body) return [];
      const known = edges.get(element);
      if (known !== undefined) return known;
      const { display, overflowX: x, overflowY: y, position, textOverflow } = getComputedStyle(element);
      const none = display === "inline" || display === "contents" || (x === "visible" && y === "visible");
      // What is fixed to the window is cut off by nothing around it.
      const around = position === "fixed" ? [] : edgesOf(element.parentElement);
      const own = none
        ? around
        : [{ element, x, y, ellipsis: textOverflow === "ellipsis", box: element.getBoundingClientRect() }, ...around];
      edges.set(element, own);
      return own;
    };

    if (root.scrollWidth > root.clientWidth) {
      // What an edge cuts off or lets scroll doesn't widen the page.
      const widest = [...document.querySelectorAll("body *")]
        .filter((element) => isSeen(element) && edgesOf(element.parentElement).every(({ x }) => x === "visible"))
        .filter((element) => element.getBoundingClientRect().right > root.clientWidth)
        .map(name);
      found.add(`the page is ${root.scrollWidth - root.clientWidth}px too wide, by ${widest.slice(0, 3).join(", ")}`);
    }

    // Text that an edge cuts off, where neither scrolling nor an ellipsis helps.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === "" || !isSeen(parent) || isHiddenVisually(parent)) continue;
      if (parent.closest("script, style, option, textarea, [data-along], [data-spare]") !== null) continue;
      range.selectNodeContents(node);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      let fits = true;
      for (const { element, x, y, ellipsis, box } of edgesOf(parent)) {
        const cutX = (x === "hidden" || x === "clip") && (left < box.left - 1.5 || right > box.right + 1.5);
        const cutY = (y === "hidden" || y === "clip") && (top < box.top - 4 || bottom > box.bottom + 4);
        if (cutX && ellipsis) {
          if (element.closest("[title]") === null && element.querySelector("[title]") === null)
            found.add(`ellipsis without title: ${name(parent)}`);
        } else if (cutX || cutY) found.add(`cut ${cutX ? "across" : "down"}: ${name(parent)} by ${name(element)}`);
        fits = !(cutX || cutY) && ![x, y].some((each) => each === "auto" || each === "scroll");
        if (!fits) break;
      }
      if (fits && (left < -1.5 || right > root.clientWidth + 1.5)) found.add(`beyond the page's edge: ${name(parent)}`);
    }

    // What can be pressed: large enough, and nothing else lies over it.
    // What lies over the page by intention is looked at by itself.
    const area =
      [...document.querySelectorAll("dialog[open], [role=dialog], [role=menu]")].filter(isSeen).at(-1) ?? document;
    const targetOf = (element: Element): Element => {
      if (element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox")) {
        return element.closest("label") ?? element.labels?.[0] ?? element;
      }
      return element;
    };
    const all = [
      ...new Set(
        [
          ...area.querySelectorAll(
            "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider], " +
              "[role=menuitem], [role=option]",
          ),
        ]
          .filter((element) => isSeen(element) && !element.hasAttribute("inert") && element.closest("[inert]") === null)
          .map(targetOf),
      ),
    ].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 0 && height > 0 && !isHiddenVisually(element) && getComputedStyle(element).pointerEvents !== "none"
      );
    });
    const boxes = all.map((element) => element.getBoundingClientRect());
    const middle = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;
    const isOfPlayer = (element: Element) => element.closest("section[class*=_player_]") !== null;
    const isSmall = (box: DOMRect) => box.width < 23.5 || box.height < 23.5;
    for (const [index, box] of boxes.entries()) {
      const element = all[index];
      if (element === undefined) continue;
      // The number beside a slider does the same.
      if (
        isSmall(box) &&
        element.role !== "slider" &&
        !(element instanceof HTMLAnchorElement && getComputedStyle(element).display === "inline")
      ) {
        const [x, y] = middle(box);
        const crowded = boxes.some((other, at) => {
          const neighbour = all[at];
          if (at === index || neighbour === undefined || neighbour.contains(element) || element.contains(neighbour))
            return false;
          // The player at the bottom lies over what one can scroll away from under it.
          if (isOfPlayer(element) !== isOfPlayer(neighbour)) return false;
          const dx = Math.max(other.left - x, 0, x - other.right);
          const dy = Math.max(other.top - y, 0, y - other.bottom);
          const [ox, oy] = middle(other);
          return Math.hypot(dx, dy) < 12 || (isSmall(other) && Math.hypot(ox - x, oy - y) < 24);
        });
        if (crowded)
          found.add(`too small to press (${Math.round(box.width)}×${Math.round(box.height)}): ${name(element)}`);
      }
    }
    const scrolled = [...document.querySelectorAll("*")]
      .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
      .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
    const before = new Map(scrolled.map((each) => [each.element, each]));
    for (const element of all) {
      if (element.matches(":disabled")) continue;
      let [x, y] = middle(element.getBoundingClientRect());
      const reach = () => document.elementFromPoint(x, y);
      let hit = reach();
      if (hit === null || !(element.contains(hit) || hit.contains(element))) {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        [x, y] = middle(element.getBoundingClientRect());
        hit = reach();
      }
      // A list that is drawn in part, and what its own list lets scroll out of sight.
      if (hit === null) found.add(`out of reach: ${name(element)}`);
      else if (
        !(
          hit.closest("[data-passing]") !== null ||
          element.contains(hit) ||
          hit.contains(element) ||
          hit.closest("label")?.contains(element)
        )
      ) {
        found.add(`covered: ${name(element)} by ${name(hit)}`);
      }
    }
    for (const element of document.querySelectorAll("*")) {
      const { top = 0, left = 0 } = before.get(element) ?? {};
      if (element.scrollTop !== top || element.scrollLeft !== left)
        element.scrollTo({ top, left, behavior: "instant" });
    }
    return [...found];
  });
}
