import type { SettingsStore } from "../core/page/settings.ts";

/** The first screen, which the build has put into the page, while it stands there. */
export function findFirstScreen(root: HTMLElement): HTMLElement | undefined {
  return root.querySelector<HTMLElement>(":scope > [data-first-screen]") ?? undefined;
}

/**
 * Follows the first screen until the page has taken its place. Returns what then brings over the rest of what a visitor
 * has done there meanwhile: where the keyboard is, and what they pressed.
 *
 * The screen is replaced in one commit, not hydrated: what a visitor has set, the configuration and the browser's own
 * formats of numbers would have to agree with what was rendered at build in every text and attribute, and where one
 * doesn't, React replaces everything all the same.
 */
export function followFirstScreen(screen: HTMLElement, settings: SettingsStore): (page: ParentNode) => void {
  const written = screen.querySelector("textarea");
  const hasFocus = () => written !== null && document.activeElement === written;
  let focused = hasFocus();
  const events = new AbortController();
  const { signal } = events;

  function keep(): void {
    if (written !== null && written.value !== written.defaultValue) settings.setState({ script: written.value });
  }

  keep();
  written?.addEventListener("input", keep, { signal });
  written?.addEventListener("focus", () => (focused = true), { signal });
  // Some browsers tell of it, too, when the element is taken away.
  written?.addEventListener("blur", () => setTimeout(() => (focused = hasFocus() || !screen.isConnected)), { signal });

  return (page) => {
    events.abort();
    const area = page.querySelector<HTMLTextAreaElement>("textarea[data-script]");
    if (focused && written !== null && area !== null) {
      area.focus({ preventScroll: true });
      area.setSelectionRange(written.selectionStart, written.selectionEnd, written.selectionDirection);
      area.scrollTop = written.scrollTop;
    }
    const pressed = [...screen.querySelectorAll<HTMLElement>("[data-pressed]")]
      .sort((one, other) => Number(one.dataset["pressed"]) - Number(other.dataset["pressed"]))
      .map((control) => twinOf(control, screen, page));
    // Once what was drawn follows the page's state.
    setTimeout(() => {
      for (const control of pressed) control?.click();
    });
  };
}

/** What stands in the page for a control of the first screen: of the same kind and name, the same one of several. */
function twinOf(control: HTMLElement, screen: ParentNode, page: ParentNode): HTMLElement | undefined {
  const key = keyOf(control);
  const alike = (place: ParentNode) =>
    [...place.querySelectorAll<HTMLElement>(control.tagName)].filter((one) => keyOf(one) === key);
  return alike(page)[alike(screen).indexOf(control)];
}

function keyOf(control: Element): string | null {
  return control.getAttribute("aria-label") ?? control.getAttribute("value") ?? control.textContent;
}
