/**
 * Hands what `coming` brings to `take`, for as long as it is wanted. What it returns ends that, and calls what `take`
 * has returned: for an effect.
 */
export function whileWanted<Value>(
  coming: Promise<Value>,
  take: (value: Value) => unknown,
  failed?: () => void,
): () => void {
  let wanted = true;
  let end: unknown;
  coming.then((value) => {
    if (wanted) end = take(value);
  }, failed);
  return () => {
    wanted = false;
    if (typeof end === "function") end();
  };
}
