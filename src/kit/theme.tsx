import { createTheme, MantineProvider, useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { listen } from "./listen.ts";

/**
 * Mantine's part of the look. Colours and type come from `tokens.css`, since Mantine's own variables would need a style
 * element, which the page's content security policy doesn't allow.
 */
const theme = createTheme({
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  cursorType: "pointer",
  respectReducedMotion: true,
});

/** Gives everything inside its colours: those that a person chose, or the system's. */
export function Theme({
  scheme,
  children,
}: {
  readonly scheme: "light" | "dark" | "system";
  readonly children: ReactNode;
}) {
  const systemIsDark = useSystemIsDark();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme === "system" ? (systemIsDark ? "dark" : "light") : scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** Whether the page is dark at this moment: for what is painted and can't follow the tokens by itself. */
export function useDark(): boolean {
  return useComputedColorScheme("light") === "dark";
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** Whether the system asks for dark colours. */
export function useSystemIsDark(): boolean {
  return useSyncExternalStore(follow, isDark, isDark);
}

const isDark = (): boolean => darkSystem.matches;

function follow(listener: () => void): () => void {
  return listen(darkSystem, { change: listener });
}
