/**
 * FNV-1a over UTF-16 units, 32 bits: two texts of one length that differ have the same once in four billion times.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  return hash >>> 0;
}
