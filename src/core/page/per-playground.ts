import { oncePer } from "./once-per.ts";
import type { Playground } from "./playground.ts";

/**
 * A part of the page's state that is made when it is first asked for, once for each playground: what few visits need
 * stands in files that are loaded with the part of the interface which needs it.
 */
export function perPlayground<Part extends object>(
  create: (playground: Playground) => Part,
): (playground: Playground) => Part {
  return oncePer(new WeakMap<Playground, Part>(), create);
}
