import { useComputedColorScheme } from "@mantine/core";

/** Whether the page is dark at this moment: for what is painted and can't follow the tokens by itself. */
export function useDark(): boolean {
  return useComputedColorScheme("light") === "dark";
}
