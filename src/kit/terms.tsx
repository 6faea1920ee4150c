import type { ReactNode } from "react";

/** The rows of a `dl`: terms, each with what it stands for. */
export function Terms({ of }: { readonly of: readonly (readonly [term: string, meaning: ReactNode])[] }) {
  return of.map(([term, meaning]) => (
    <div key={term}>
      <dt>{term}</dt>
      <dd>{meaning}</dd>
    </div>
  ));
}
