/** The text of a body as far as it is at most so many bytes long; what is behind that isn't read. */
export async function textOf(body: AsyncIterable<Uint8Array> | null, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > most) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
