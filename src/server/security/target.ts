/**
 * Whether a request target is one plain absolute path and perhaps a query, with nothing that two programs could read
 * differently: no absolute form, `//`, `\`, dot segments, parameters (`;`), encoded separators or dots, double
 * encoding, second spelling of a character, fragment, or anything but visible ASCII.
 */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const query = end === -1 ? "" : target.slice(end + 1);
  return (
    /^\/[A-Za-z0-9._~%/-]*$/.test(path) &&
    !path.includes("//") &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) &&
    !/%(?:2f|5c|25|[01][0-9a-f]|7f)/i.test(path) &&
    isSpelledOnce(path) &&
    /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(query)
  );
}

/**
 * Whether only what must be encoded is, in the one spelling that RFC 3986, section 6.2.2, prefers. Of a character that
 * needn't be encoded, `decodeURI` takes the encoding away and `encodeURI` doesn't bring it back; of `:` and its like,
 * `decodeURI` leaves the encoding and `encodeURI` doubles it.
 */
function isSpelledOnce(path: string): boolean {
  try {
    return encodeURI(decodeURI(path)) === path;
  } catch {
    return false;
  }
}
