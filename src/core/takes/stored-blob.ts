import * as z from "zod/mini";

/** A blob in a record on disk: itself, or its bytes where the browser keeps no blobs. */
export const storedBlobSchema = z.pipe(
  z.union([z.instanceof(Blob), z.object({ type: z.string(), bytes: z.instanceof(ArrayBuffer) })]),
  z.transform((stored) => (stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type }))),
);

/** Whether the browser is taken to keep blobs: it says otherwise only when it is given one. */
let keepsBlobs = true;

/**
 * Has `write` put records on disk: as they are, or with the bytes of their blobs where the browser keeps no blobs, as
 * in WebKit's private windows. `write` may be called twice; rejects as its last call does.
 */
export async function keepBlobs<Stored extends object>(
  records: readonly Stored[],
  write: (records: readonly object[]) => Promise<void>,
): Promise<void> {
  if (keepsBlobs || !records.some(hasBlob)) {
    try {
      return await write(records);
    } catch (error) {
      if (!isRefusal(error) || !records.some(hasBlob)) throw error;
    }
  }
  const withBytes = await Promise.all(records.map(withoutBlobs));
  await write(withBytes.filter((record) => typeof record === "object" && record !== null));
  keepsBlobs = false;
}

/** How WebKit says that it can't take a blob into a private window's database, now and before 2025. */
function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "UnknownError" || error.name === "DataCloneError");
}

/** Whether there is a blob anywhere in what JSON could hold otherwise. */
export function hasBlob(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasBlob);
}

async function withoutBlobs(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { type: value.type, bytes: await value.arrayBuffer() };
  if (typeof value !== "object" || value === null || !hasBlob(value)) return value;
  const entries = Object.entries(value).map(async ([key, each]) => [key, await withoutBlobs(each)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
