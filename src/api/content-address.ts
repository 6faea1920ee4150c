import { taskIdIn, taskPath } from "../contract/routes.ts";

/**
 * Where the audio of a task can be had. `own`: a path of the page's own origin, with the query of the service's address
 * byte for byte, since it may hold a signature (section 5). `foreign`: an address that isn't the service's; it is shown
 * and never fetched. `none`: the service said nothing, and the id isn't one that the documented path could be made of.
 */
type ContentAddress =
  | { readonly kind: "own"; readonly path: string }
  | { readonly kind: "foreign"; readonly address: string }
  | { readonly kind: "none" };

/**
 * The address of a task's audio (section 2.6, `content_url`). Without one, the documented path is tried: completed
 * audio stands there.
 *
 * @param baseUrls the service's base address without `/v1`, which may carry a path prefix, and others of its own.
 */
export function contentAddress(taskId: string, contentUrl: string | undefined, baseUrls: BaseUrls): ContentAddress {
  const path = taskPath("content", taskId);
  if (contentUrl === undefined) return path === undefined ? { kind: "none" } : { kind: "own", path };
  return ownAddress("content", contentUrl, baseUrls);
}

/**
 * The address of a task's timestamps (section 2.6). They exist only where the service says so, so without an address
 * there is none to try.
 */
export function timestampsAddress(timestampsUrl: string | undefined, baseUrls: BaseUrls): ContentAddress {
  return timestampsUrl === undefined ? { kind: "none" } : ownAddress("timestamps", timestampsUrl, baseUrls);
}

type BaseUrls = readonly (string | undefined)[];

function ownAddress(route: "content" | "timestamps", address: string, baseUrls: BaseUrls): ContentAddress {
  const found = baseUrls.map((baseUrl) => addressBelow(route, address, baseUrl));
  return found.find(({ kind }) => kind === "own") ?? { kind: "foreign", address };
}

function addressBelow(route: "content" | "timestamps", address: string, baseUrl: string | undefined): ContentAddress {
  const foreign = { kind: "foreign", address } as const;
  if (baseUrl === undefined) return foreign;
  const base = parseUrl(baseUrl);
  // A relative address is the service's own: it stands below the base address, or repeats its prefix.
  const url = base === undefined ? undefined : parseUrl(address, base.origin);
  if (base === undefined || url === undefined || url.origin !== base.origin) return foreign;
  if (url.username !== "" || url.password !== "") return foreign;
  const prefix = base.pathname.replace(/\/+$/, "");
  const below = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : undefined;
  const id = below === undefined ? undefined : taskIdOf(route, below);
  const path = id === undefined ? undefined : taskPath(route, id);
  return path === undefined ? foreign : { kind: "own", path: path + queryOf(address) };
}

/** The task id in a path of `route`; undefined when it is another path. */
function taskIdOf(route: "content" | "timestamps", path: string): string | undefined {
  const id = taskIdIn(path);
  return id !== undefined && path === taskPath(route, id) ? id : undefined;
}

/** Cut out of the text, never parsed: writing it anew could change a signature. */
function queryOf(address: string): string {
  const [beforeFragment = ""] = address.split("#");
  const start = beforeFragment.indexOf("?");
  return start < 0 ? "" : beforeFragment.slice(start);
}

function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
