/**
 * What the keys do in a grid of rows, as `KeyboardEvent.key` names them: between rows, and into a row's buttons and out
 * of them.
 */
export const rowGridKeys = {
  rows: {
    next: ["ArrowDown"],
    previous: ["ArrowUp"],
    nextPage: ["PageDown"],
    previousPage: ["PageUp"],
    first: ["Home"],
    last: ["End"],
  },
  rowButtons: { into: ["ArrowRight"], out: ["ArrowLeft"] },
} as const;

/** What `keys` ask for at `key`; undefined where the key means nothing there. */
export function actionAt<Name extends string>(
  keys: Readonly<Record<Name, readonly string[]>>,
  key: string,
): Name | undefined {
  for (const name in keys) if (keys[name].includes(key)) return name;
  return undefined;
}
