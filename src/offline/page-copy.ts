/**
 * The files that the page consists of, by path. Those whose name doesn't tell their content have the hash of it as a
 * `sha256-…` (Subresource Integrity), so that a copy never mixes two versions of the page; the others have an empty
 * text.
 */
export type PageFiles = Readonly<Record<string, string>>;

/** What the copy stands on, given so that tests can give another. */
export interface CopyOptions {
  readonly files: PageFiles;
  /** The copy's own name: another for each version of the page. */
  readonly version: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** What is asked for, as far as the copy looks at it. */
export type Asked = Pick<Request, "method" | "mode" | "url">;

/**
 * How a request is answered: asking the server first (`page`, `file`), from the copy first (`asset`); not at all when
 * undefined.
 */
export type Way = "page" | "file" | "asset";

/** A copy of the page on this device, from which it opens where the server can't be reached, or says nothing. */
export interface PageCopy {
  /** Fetches every file; rejects unless all came and are of this version. */
  fill(): Promise<void>;
  /** Removes the copies of other versions. An open page may still need its own. */
  removeOthers(): Promise<void>;
  /**
   * Which of its own ways a request goes; undefined for whatever isn't the page: the browser then does as if nothing
   * were here.
   */
  wayOf(asked: Asked): Way | undefined;
  /** @throws what asking the server threw, where there is no copy either */
  answer(request: Request, way: Way): Promise<Response>;
}

const prefix = "page ";
const page = "/";
/** How long a server has for the beginning of its answer where there is a copy, in milliseconds. */
export const patience = 10_000;

/**
 * The copy of one version of the page. Every answer of the server, an error too, goes before it; silence doesn't.
 */
export function createPageCopy({ files, version, caches, fetch, wait }: CopyOptions): PageCopy {
  const name = prefix + version;

  /** The page itself only from this version's copy; parts of it from any, since their names tell their content. */
  const kept = async (request: Request, way: Way) =>
    way === "asset" ? caches.match(request) : (await caches.open(name)).match(way === "page" ? page : request);

  return {
    async fill() {
      // One that is there is of the same files.
      const isNew = !(await caches.has(name));
      const cache = await caches.open(name);
      try {
        // One after the other: all at once they take both of two cores, and the sound that plays meanwhile is torn.
        for (const [path, integrity] of Object.entries(files)) await cache.add(new Request(path, optionsOf(integrity)));
      } catch (error) {
        if (isNew) await caches.delete(name);
        throw error;
      }
    },
    async removeOthers() {
      const others = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
      await Promise.all(others.map((one) => caches.delete(one)));
    },
    wayOf({ method, mode, url }) {
      if (method !== "GET") return undefined;
      const { pathname } = new URL(url);
      if (mode === "navigate") return pathname === page ? "page" : undefined;
      // An older page that is still open has parts of its own.
      if (pathname.startsWith("/assets/")) return "asset";
      return pathname !== page && Object.hasOwn(files, pathname) ? "file" : undefined;
    },
    async answer(request, way) {
      if (way === "asset") return (await kept(request, way)) ?? fetch(request);
      // A storage that is refused must not take the server's answer away.
      const copy = kept(request, way).catch(() => undefined);
      const asked = fetch(request);
      const orCopy = async () => (await copy) ?? asked;
      return Promise.race([asked.catch(orCopy), wait(patience).then(orCopy)]);
    },
  };
}

/** A file without a hash in its name may lie in the browser's own cache as it was. */
function optionsOf(integrity: string): RequestInit {
  return integrity === "" ? {} : { integrity, cache: "no-cache" };
}
