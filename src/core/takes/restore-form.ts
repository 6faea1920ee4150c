import type { Settings, SettingsStore } from "../page/settings.ts";
import type { TakeForm } from "./take.ts";

/** Puts a take's form into the page in the place of what stands there. Returns the function that brings that back. */
export function restoreForm(settings: SettingsStore, form: TakeForm): () => void {
  const { model, modes, transport, values, script, followsDirections } = settings.getState();
  const before: Partial<Settings> = { model, modes, transport, values, script, followsDirections };
  settings.getState().applyForm(form);
  return () => settings.setState(before);
}

/**
 * Calls back once when a person has changed the script, a form or the list of pronunciations since: then what was
 * brought can't be taken back without their own work. Returns what ends the watch.
 */
export function whenChanged(settings: SettingsStore, callback: () => void): () => void {
  const { script, values, pronunciations, followsDirections } = settings.getState();
  const stop = settings.subscribe((state) => {
    const isSameText = state.script === script && state.followsDirections === followsDirections;
    if (isSameText && state.values === values && state.pronunciations === pronunciations) return;
    stop();
    callback();
  });
  return stop;
}
