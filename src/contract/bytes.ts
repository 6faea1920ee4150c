/** One array of all `pieces`, in their order. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return filled(new Uint8Array(lengthOf(pieces)), pieces);
}

/** Samples of one channel in one array, in their order; a single piece is given back as it is. */
export function joinSamples<Buffer extends ArrayBufferLike>(
  pieces: readonly Float32Array<Buffer>[],
): Float32Array<Buffer | ArrayBuffer> {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : filled(new Float32Array(lengthOf(pieces)), pieces);
}

const lengthOf = (pieces: readonly ArrayLike<number>[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function filled<Whole extends Uint8Array | Float32Array>(whole: Whole, pieces: readonly ArrayLike<number>[]): Whole {
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
