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

const rowsPerPage = 8;

const moves: Readonly<Record<keyof typeof rowGridKeys.rows, (active: number, count: number) => number>> = {
  next: (active) => active + 1,
  previous: (active) => active - 1,
  nextPage: (active) => active + rowsPerPage,
  previousPage: (active) => active - rowsPerPage,
  first: () => 0,
  last: (_, count) => count - 1,
};

/** The place among `count` rows to which `key` goes from `active`; undefined where it goes nowhere. */
export function rowAfter(key: string, active: number, count: number): number | undefined {
  const move = actionAt(rowGridKeys.rows, key);
  return move && Math.max(0, Math.min(count - 1, moves[move](active, count)));
}
