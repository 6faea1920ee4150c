import type { SettingsStore } from "../../core/page/settings.ts";

/** Puts another text into the script, on the page and in the settings at once, as if somebody had typed it. */
export function replaceScript(settings: SettingsStore, text: string): void {
  const area = document.querySelector("textarea[data-script]");
  if (area instanceof HTMLTextAreaElement) {
    area.value = text;
    area.setSelectionRange(0, 0);
    area.scrollTop = 0;
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  settings.setState({ script: text });
}
