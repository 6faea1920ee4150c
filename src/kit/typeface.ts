import address from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";

/** Where `public/appearance.js` finds the address of the typeface, once this device has it. */
export const typefaceKey = "speech-playground-typeface";
/** As in `tokens.css` and `public/appearance.js`. */
const family = "Geist";
/** How long whoever opens the stage waits for it at most, in milliseconds. */
const patience = 1_000;

let coming: Promise<void> | undefined;

/**
 * Resolves when the page's own typeface is shown everywhere, or can't be had soon: it never takes the place of another
 * before somebody's eyes, so what comes late waits for the next visit.
 */
export function typefaceComes(): Promise<void> {
  coming ??= add();
  return coming;
}

async function add(): Promise<void> {
  for (const face of document.fonts) if (face.family === family && face.status === "loaded") return;
  const look = { weight: "100 900", ascentOverride: "95%", descentOverride: "25%" };
  const face = new FontFace(family, `url(${address})`, look);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const loaded = await Promise.race([face.load().catch(() => undefined), late]);
  if (loaded === undefined) coming = undefined;
  else document.fonts.add(face);
}

/** Fetches the typeface for the next visit, unless this device has it. Nothing of this one changes. */
export async function keepTypeface(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  fetch: (path: string, init: RequestInit) => Promise<Response>,
): Promise<void> {
  try {
    if (storage === undefined || storage.getItem(typefaceKey) === address) return;
    const answer = await fetch(address, { priority: "low" });
    await answer.arrayBuffer();
    if (answer.ok) storage.setItem(typefaceKey, address);
  } catch {
    // No network or no room: the face that stands in goes on, and the next visit tries again.
  }
}
