import { createRoot } from "react-dom/client";
import { loadMessages } from "../../../core/messages/declare.ts";
import { languageTags } from "../../../core/messages/languages.ts";
import { openWire } from "./messages.ts";
import { PresenterWindow } from "./presenter-window.tsx";
import { createWindowState } from "./window-state.ts";

/** Shows the presenter's window in the place of the page. The stage that it belongs to stands in its address. */
export async function showPresenterWindow(root: HTMLElement): Promise<void> {
  const stage = new URLSearchParams(location.hash.slice(1)).get("stage") ?? "";
  const language = document.documentElement.lang === languageTags.zh ? "zh" : "en";
  await loadMessages(language);
  const state = createWindowState(stage, { openWire, wallClock: () => Date.now() });
  createRoot(root).render(<PresenterWindow state={state} language={language} />);
}
