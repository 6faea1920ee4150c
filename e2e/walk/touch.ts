import type { Page } from "@playwright/test";

/**
 * Controls that a finger may miss: those whose pressable area is lower or narrower than 44 CSS pixels (WCAG 2.5.5), one
 * line each. The area is asked for point by point, so a label around its box counts, and so does what reaches beyond
 * what is seen.
 *
 * What WCAG 2.5.8 lets be smaller is left out: links and buttons without a frame in the middle of a sentence, and
 * sliders, beside which a number or buttons do the same.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 44;
    const found = new Set<string>();
    const controls =
      "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], " +
      "[role=radio], [role=switch]";
    const name = (element: Element): string => {
      const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
      const classes = [...element.classList].map((each) => each.split("_").find((part) => part !== "") ?? "").join(".");
      return `${element.tagName.toLowerCase()}.${classes} “${text}”`;
    };
    // What lies over the page by intention is looked at by itself.
    const area =
      [...document.querySelectorAll("dialog[open], [role=dialog], [role=menu]")]
        .filter((each) => each.checkVisibility())
        .at(-1) ?? document;
    const labelsOf = (element: Element): readonly Element[] =>
      element instanceof HTMLInputElement && element.labels !== null ? [...element.labels] : [];
    const isExempt = (element: Element): boolean => {
      if (element instanceof HTMLInputElement && (element.type === "range" || element.type === "file")) return true;
      const { display, borderTopWidth, backgroundColor } = getComputedStyle(element);
      const isDrawn = borderTopWidth !== "0px" || backgroundColor !== "rgba(0, 0, 0, 0)";
      const around = element.parentElement?.textContent.replace(element.textContent, "").trim() ?? "";
      return display.startsWith("inline") && display !== "inline-flex" && !isDrawn && around !== "";
    };
    const passes = (element: Element | null): boolean =>
      element !== null &&
      (element.closest("[data-passing]") ?? element.querySelector(":scope > * > [data-passing]")) !== null;
    const scrolled = [...document.querySelectorAll("*")].map(
      (element) => [element, element.scrollTop, element.scrollLeft] as const,
    );
    for (const element of area.querySelectorAll(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert], [hidden]") !== null)
        continue;
      if (element.matches(":disabled") || isExempt(element)) continue;
      const own = [element, ...labelsOf(element)];
      const place = own.find((each) => each.getBoundingClientRect().width > 2.5);
      if (place === undefined) continue;
      place.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = place.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        // What passes by lies over it for a while; it can be sent away.
        if (passes(hit) && !passes(element)) return true;
        // What is pressed is the innermost control around the point.
        if (hit === null || !own.some((each) => each.contains(hit) || hit.contains(each))) return false;
        const pressed = hit.closest(controls);
        return (
          own.some((each) => each.contains(hit)) &&
          (pressed === null || own.includes(pressed) || pressed.contains(element))
        );
      };
      /** The pixels in a row or a column through the middle that are hit, counted no further than needed. */
      const extent = (dx: number, dy: number): number => {
        // Points are whole pixels apart, and the one in the middle counts.
        let pixels = 1;
        for (const way of [-1, 1])
          for (let step = 1; pixels < least && isHit(way * dx * step, way * dy * step); step++) pixels++;
        return pixels;
      };
      if (!isHit(0, 0)) found.add(`out of reach: ${name(element)}`);
      const [wide, high] = [extent(1, 0), extent(0, 1)];
      if (wide < least || high < least) found.add(`${wide} × ${high}: ${name(element)}`);
    }
    for (const [element, top, left] of scrolled) {
      if (element.scrollTop !== top || element.scrollLeft !== left)
        element.scrollTo({ top, left, behavior: "instant" });
    }
    return [...found];
  });
}
