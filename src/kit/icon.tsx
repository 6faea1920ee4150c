const paths = {
  play: "M7 4.6v14.8a.6.6 0 0 0 .92.5l11.5-7.4a.6.6 0 0 0 0-1L7.92 4.1a.6.6 0 0 0-.92.5Z",
  pause: "M7 4.5h3.4v15H7zM13.6 4.5H17v15h-3.4z",
  stop: "M6 6h12v12H6z",
  download: "M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M5 19.5h14",
  close: "M6 6l12 12M18 6 6 18",
  chevron: "m6 9.5 6 6 6-6",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8",
  reset: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4.2h4.2",
  sun:
    "M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4" +
    "M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 13.6A8 8 0 1 1 10.4 4a6.4 6.4 0 0 0 9.6 9.6Z",
  system: "M12 3.5a8.5 8.5 0 1 0 0 17Zm0 0a8.5 8.5 0 0 1 0 17",
  volume: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  muted: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  back: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4.2h4.2M13.7 9.7h-2.8l-.3 2.5c.4-.3.9-.4 1.4-.4a1.9 1.9 0 1 1-1.6 2.9",
  on: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4.5v4.2h-4.2M13.7 9.7h-2.8l-.3 2.5c.4-.3.9-.4 1.4-.4a1.9 1.9 0 1 1-1.6 2.9",
  figures: "M12 20.8a7.6 7.6 0 1 0 0-15.2 7.6 7.6 0 0 0 0 15.2ZM12 9v4.2l2.4 1.6M9.8 2.8h4.4",
  copy: "M9 9h10.5v10.5H9ZM6 15H4.5V4.5H15V6",
  help: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.8a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1 .8-1 1.6M12 16.6v.01",
  warning: "M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17v.01",
  info: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.8v.01",
  check: "m5 12.5 4.5 4.5L19 7.5",
  words: "M4 6.5h16M4 12h7M15 12h5M4 17.5h11",
  captions: "M3.5 5.5h17v13h-17ZM10.5 10.2a2.2 2.2 0 1 0 0 3.6M17 10.2a2.2 2.2 0 1 0 0 3.6",
  leave: "M14 4.5H5.5v15H14M10 12h10.5m0 0L17 8.5m3.5 3.5L17 15.5",
  star: "m12 3.8 2.5 5.3 5.8.7-4.3 4 1.1 5.7-5.1-2.8-5.1 2.8 1.1-5.7-4.3-4 5.8-.7Z",
  starred: "m12 3.8 2.5 5.3 5.8.7-4.3 4 1.1 5.7-5.1-2.8-5.1 2.8 1.1-5.7-4.3-4 5.8-.7Z",
  restore: "M9 7.5 4.5 12 9 16.5M4.5 12H16a3.5 3.5 0 0 0 3.5-3.5V5.5",
  repeat: "M4.5 12a7 7 0 0 1 12-4.9l2 2M19.5 12a7 7 0 0 1-12 4.9l-2-2M18.5 4.5v4.6h-4.6M5.5 19.5v-4.6h4.6",
  more:
    "M7.3 12a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0ZM13.8 12a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0Z" +
    "M20.3 12a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0Z",
  edit: "M5 19h3.5L19 8.5 15.5 5 5 15.5ZM13.5 7l3.5 3.5",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7",
  file: "M13.5 3.5h-7v17h11v-13ZM13.5 3.5v4h4",
  undo: "M8.5 5 4.5 9l4 4M4.5 9h9a5.25 5.25 0 0 1 0 10.5H9",
  lines: "M4.5 6.5h15M4.5 12h15M4.5 17.5h9",
  first: "M12 20V9m0 0-4.5 4.5M12 9l4.5 4.5M5 4.5h14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 12v7.5h14V12",
  present: "M3.5 4.5h17M5 4.5v11h14v-11M12 15.5v4M8.5 19.5h7",
  full: "M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15",
  black: "M3.5 4.75h17v12h-17ZM8.5 18.75h7v1.5h-7Z",
  window: "M9 4.5V9H4.5M15 4.5V9h4.5M15 19.5V15h4.5M9 19.5V15H4.5",
  previous: "m14.5 5-7 7 7 7",
  next: "m9.5 5 7 7-7 7",
  up: "m6 14.5 6-6 6 6",
  down: "m6 9.5 6 6 6-6",
  wave: "M3.5 10v4M7.75 7v10M12 3.5v17M16.25 8v8M20.5 10.5v3",
  exchange: "M4.5 8.5h15m0 0L16 5m3.5 3.5L16 12M19.5 15.5h-15m0 0L8 12m-3.5 3.5L8 19",
  compare: "M4 6.5v4M8 4v9M12 7v3M16 5.5v6M20 7.5v2M4 17v2M8 15.5v5M12 16v4M16 15v6M20 17.5v1",
  arrow: "M4 12h15m0 0-5.5-5.5M19 12l-5.5 5.5",
} as const;

export type IconName = keyof typeof paths;

const solid: ReadonlySet<IconName> = new Set(["play", "pause", "stop", "starred", "more", "black"]);

/**
 * A drawn sign, as large as the text beside it unless `size` (in rem) says otherwise. Always decoration: names stand in
 * text.
 */
export function Icon({ name, size = 1.125 }: { readonly name: IconName; readonly size?: number }) {
  const filled = solid.has(name);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={`${size}rem`}
      height={`${size}rem`}
      fill={filled ? "currentColor" : "none"}
      stroke={filled ? "none" : "currentColor"}
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
