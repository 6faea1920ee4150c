import { useEffect, useRef } from "react";
import { useSettings } from "../playground-context.ts";
import { useControls } from "./controls.ts";
import { actionOf } from "./shortcut-keys.ts";

/** Plays, pauses and seeks by single keys, wherever the focus is, unless a person turned that off. */
export function useShortcuts(): void {
  const on = useSettings(({ shortcuts }) => shortcuts);
  const controls = useControls();
  const latest = useRef(controls);
  useEffect(() => {
    latest.current = controls;
  });
  useEffect(() => {
    if (!on) return;
    function onKeyDown(event: KeyboardEvent): void {
      const action = actionOf(event);
      if (action === undefined) return;
      event.preventDefault();
      latest.current[action]();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [on]);
}
