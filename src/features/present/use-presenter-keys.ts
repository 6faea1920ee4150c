import { type RefObject, useEffect, useRef } from "react";
import { useSettings } from "../../core/page/playground-context.ts";
import { type PresenterAction, presenterActionOf } from "../../core/stage/stage-keys.ts";

/** Gives the presentation's keys to `act` for as long as it is open, wherever the focus is. */
export function usePresenterKeys(
  dialog: RefObject<HTMLDialogElement | null>,
  act: (action: PresenterAction) => void,
): void {
  const single = useSettings(({ stageKeys }) => stageKeys);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { target } = event;
      // What stands above the stage, such as the list of shortcuts, has keys of its own.
      if (target instanceof Element && target.closest("dialog") !== dialog.current && target !== document.body) return;
      // It would press the Speak button of the page behind.
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.stopPropagation();
      const action = presenterActionOf(event, single);
      if (action === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(action);
    }
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [dialog, single]);
}
