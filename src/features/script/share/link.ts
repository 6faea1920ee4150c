/**
 * The name of what a link carries in its fragment, which no browser sends to any server, and the version of its form.
 */
const prefix = "#share=1.";
const anyVersion = /^#share=(\d+)\./;

/** A longer link is cut off or refused by programs that people paste it into, in characters. */
export const longestLink = 8_000;

/** What a link may unpack to at most, in bytes: the longest text there is, escaped, and settings. */
const mostBytes = 4_000_000;

/** Why a link that is one can't be read. */
export class LinkError extends Error {
  override readonly name = "LinkError";
  readonly problem: "damaged" | "newer";

  constructor(problem: LinkError["problem"]) {
    super(`The link can't be read: ${problem}.`);
    this.problem = problem;
  }
}

/** Whether an address's fragment carries settings. */
export function isShareFragment(fragment: string): boolean {
  return anyVersion.test(fragment);
}

/**
 * A fragment that carries `value`, which JSON must be able to hold. No blob is read on the way: behind that, Safari no
 * longer lets a press copy.
 */
export async function toFragment(value: unknown): Promise<string> {
  const { readable, writable } = new CompressionStream("deflate-raw");
  void new Response(JSON.stringify(value)).body?.pipeTo(writable);
  const bytes = new Uint8Array(await new Response(readable).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return prefix + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a fragment carries. Throws {@link LinkError}. */
export async function fromFragment(fragment: string): Promise<unknown> {
  const version = Number(anyVersion.exec(fragment)?.[1] ?? 0);
  if (version > 1) throw new LinkError("newer");
  try {
    const packed = atob(fragment.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(await unpack(bytes));
    return value;
  } catch {
    throw new LinkError("damaged");
  }
}

/** Unpacks no more than {@link mostBytes}: a few kilobytes can hold gigabytes. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > mostBytes) {
      await reader.cancel();
      throw new RangeError("It unpacks to too much.");
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}
