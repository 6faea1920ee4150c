/** A checkpoint: a line of JSON that says how far an object has come, and behind it the state that was kept with it. */
export function writeCheckpoint(progress: unknown, state: Uint8Array | undefined): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(progress)}\n`), state ?? new Uint8Array()]);
}

export function readCheckpoint(bytes: Buffer): { readonly progress: unknown; readonly state: Uint8Array | undefined } {
  const line = bytes.indexOf("\n");
  const state = bytes.subarray(line + 1);
  return { progress: JSON.parse(bytes.toString("utf8", 0, line)), state: state.length === 0 ? undefined : state };
}
