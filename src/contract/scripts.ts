/** A sign of a script that puts no spaces between its words, or of its punctuation. */
export const unspaced =
  /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uff65]/u;

/** Whether a text holds anything that is spoken: a letter, a figure or a sign. Punctuation alone is silence. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{S}&@#%*/\\]/u.test(text);
}

/** What ends a sentence where white space follows: Latin, Arabic, Urdu, Indic, Armenian and Ethiopic marks. */
export const sentenceMarks = ".!?…؟۔।॥։።";
/** What ends one by itself. */
export const wideSentenceMarks = "。！？";

/** The number that begins a line, of a list's item or of a heading: behind it, a full stop ends no sentence. */
export const lineNumber = "(?:^|\\n)[ \\t]*\\(?\\d{1,3}";
/** Initials, or an abbreviation: behind these, a full stop seldom ends a sentence. */
export const abbreviated = [
  '(?:^|[\\s("“„«])(?:(?:\\p{L}\\.\\s?){0,4}\\p{L}',
  "Mrs?|Ms|Ph\\.D|Dra?|Prof|Gen|Col|Capt|Lt|Sgt|Rev|Sra?|Sta?|Hr|Fr|Mme|Mlle|Jr|Mt|Str|vs|No|Nr|ca|bzw|etc)",
].join("|");
