import { useEffect, useState } from "react";
import { createLanguageDetector } from "./detect-language.ts";
import { type LatinLanguage, mayTellLanguage, tellLanguage } from "./latin-language.ts";
import type { TextWritingSystem } from "./writing-system.ts";

const detect = createLanguageDetector();

/** How long nothing must be typed before a text's language is asked for, in milliseconds. */
const pause = 400;

/**
 * The language of a text in Latin letters, a moment after it was written; undefined where it isn't sure, where what
 * tells it doesn't come, and while nobody `asks`.
 */
export function useLatinLanguage(text: string, writing: TextWritingSystem, asks: boolean): LatinLanguage | undefined {
  const [told, setTold] = useState<LatinLanguage>();
  const wanted = asks && mayTellLanguage(text, writing);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const wait = setTimeout(() => {
      tellLanguage(text, detect).then(
        (language) => current && setTold(language),
        // Off line: a hint less.
        () => undefined,
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [text, wanted]);
  return wanted ? told : undefined;
}
