import type { SettingsStore } from "../core/page/settings.ts";

/** What can have the keyboard, or be pressed. */
const controls = "button, label, input, textarea, select, summary, [tabindex]";

/** The first screen, which the build has put into the page, while it stands there. */
export function findFirstScreen(root: HTMLElement): HTMLElement | undefined {
  return root.querySelector<HTMLElement>(":scope > [data-first-screen]") ?? undefined;
}

/**
 * Watches the first screen until the page has taken its place. Returns what then brings over all that a visitor has done
 * there meanwhile: what they wrote, where the keyboard is, and what they pressed last.
 *
 * The screen is replaced in one commit, not hydrated: what a visitor has set, the configuration and the browser's own
 * formats of numbers would have to agree with what was rendered at build in every text and attribute, and where one
 * doesn't, React replaces everything all the same.
 */
export function watchFirstScreen(screen: HTMLElement, settings: SettingsStore): (page: ParentNode) => void {
  let focused = focusIn(screen);
  const events = new AbortController();
  const { signal } = events;
  screen.addEventListener("focusin", () => (focused = focusIn(screen)), { signal });
  // Some browsers tell of it, too, when the element is taken away.
  const lookLater = () => setTimeout(() => (focused = screen.isConnected ? focusIn(screen) : focused));
  screen.addEventListener("focusout", lookLater, { signal });

  return (page) => {
    events.abort();
    const written = screen.querySelector("textarea");
    const area = written === null ? undefined : twinOf(written, screen, page);
    if (written !== null && area instanceof HTMLTextAreaElement) {
      if (written.value !== written.defaultValue) {
        area.value = written.value;
        settings.getState().setScript(written.value);
      }
      area.setSelectionRange(written.selectionStart, written.selectionEnd, written.selectionDirection);
      area.scrollTop = written.scrollTop;
    }
    const target = focused === undefined ? undefined : twinOf(focused, screen, page);
    target?.focus({ preventScroll: true });
    const pressed = screen.querySelector<HTMLElement>("[data-pressed]");
    const pressable = pressed === null ? undefined : twinOf(pressed, screen, page);
    // Not before what else was drawn with it follows the page's state.
    if (pressable !== undefined) setTimeout(() => pressable.click());
  };
}

function focusIn(screen: HTMLElement): HTMLElement | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && screen.contains(activeElement) ? activeElement : undefined;
}

/** What stands in the page for an element of the first screen: of the same kind and name, the same one of several. */
function twinOf(element: HTMLElement, screen: ParentNode, page: ParentNode): HTMLElement | undefined {
  const key = keyOf(element);
  const alike = (place: ParentNode) =>
    [...place.querySelectorAll<HTMLElement>(controls)].filter((one) => keyOf(one) === key);
  return alike(page)[alike(screen).indexOf(element)];
}

function keyOf(element: Element): string {
  const name = element.getAttribute("aria-label") ?? element.getAttribute("value") ?? element.textContent;
  return element.tagName === "TEXTAREA" ? element.tagName : `${element.tagName} ${name}`;
}
