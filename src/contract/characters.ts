/**
 * Counts the characters of a text as the service bills and limits them: Unicode code points (section 8).
 *
 * A surrogate pair is one character; a lone surrogate counts as one, as it does when a string is iterated.
 * Works on UTF-16 units without allocating, because the page counts on every keystroke of up to 500,000 characters.
 */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count--;
  }
  return count;
}

/** The first `most` characters of a text, or all of it; no character is cut in two. */
export function firstCharacters(text: string, most: number): string {
  let end = 0;
  for (let count = 0; count < most && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** A text for a place with little room: its first `most` characters, and an ellipsis where there are more. */
export function shorten(text: string, most: number): string {
  const first = firstCharacters(text, most);
  return first.length < text.length ? `${first}…` : text;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
