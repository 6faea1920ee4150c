import { createTheme } from "@mantine/core";

/**
 * Mantine's part of the look. Colours and type come from `tokens.css`, since Mantine's own variables would need a style
 * element, which the page's content security policy doesn't allow.
 */
export const theme = createTheme({
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  cursorType: "pointer",
  respectReducedMotion: true,
});
