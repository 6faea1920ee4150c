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

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
