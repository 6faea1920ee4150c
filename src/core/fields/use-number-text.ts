import { useState } from "react";

/** A box for a number: what is typed stands there as it was typed until the box is left, else what is `set`. */
export function useNumberText<Set, Typed>(set: Set, parse: (text: string) => Typed, onType: (typed: Typed) => void) {
  const [draft, setDraft] = useState<string>();
  const forget = () => setDraft(undefined);
  return {
    /** The number that stands in the box. */
    typed: draft === undefined ? set : parse(draft),
    /** For what sets the number in another way. */
    forget,
    box: {
      type: "text",
      inputMode: "decimal",
      autoComplete: "off",
      value: draft ?? String(set ?? ""),
      onChange({ target: { value } }: { readonly target: { readonly value: string } }): void {
        setDraft(value);
        onType(parse(value));
      },
      onBlur: forget,
    },
  } as const;
}
