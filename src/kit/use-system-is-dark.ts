import { useSyncExternalStore } from "react";

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** Whether the system asks for dark colours. */
export function useSystemIsDark(): boolean {
  return useSyncExternalStore(follow, isDark, isDark);
}

const isDark = (): boolean => darkSystem.matches;

function follow(listener: () => void): () => void {
  darkSystem.addEventListener("change", listener);
  return () => darkSystem.removeEventListener("change", listener);
}
