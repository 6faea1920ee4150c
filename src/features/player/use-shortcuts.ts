import { useSettings } from "../../core/page/playground-context.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { useControls } from "./controls.ts";
import { actionOf } from "./player-key.ts";

/** Plays, pauses and seeks by single keys, wherever the focus is, unless a person turned that off. */
export function useShortcuts(): void {
  const on = useSettings(({ shortcuts }) => shortcuts);
  const controls = useControls();
  useWindowKeys(on, (event) => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    controls[action]();
  });
}
