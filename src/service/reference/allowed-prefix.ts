/** An address prefix whose recordings may be fetched although it isn't public. */
export interface AllowedPrefix {
  readonly origin: string;
  /** Begins and ends with a slash. */
  readonly path: string;
}

/** One plain file name: no folders, no escapes, no dots that could lead elsewhere. */
const fileName = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;

/**
 * Reads an allowed prefix such as `http://127.0.0.1:4173/references/`: undefined when it isn't an http or https
 * address, in its usual spelling, whose path ends with a slash.
 */
export function parseAllowedPrefix(text: string): AllowedPrefix | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}${url.pathname}`)
    return undefined;
  return /^\/(?:[A-Za-z0-9_-]+\/)+$/.test(url.pathname) && url.href === text
    ? { origin: url.origin, path: url.pathname }
    : undefined;
}

/** Whether an address is a file right below the prefix, on exactly its origin. */
export function liesWithin(url: URL, prefix: AllowedPrefix | undefined): boolean {
  return (
    prefix !== undefined &&
    url.origin === prefix.origin &&
    url.search === "" &&
    url.pathname.startsWith(prefix.path) &&
    fileName.test(url.pathname.slice(prefix.path.length))
  );
}
