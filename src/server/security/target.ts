/**
 * Whether a request target is one plain absolute path and perhaps a query, with nothing that two programs could read
 * differently: no absolute form, `//`, `\`, dot segments, parameters (`;`), encoded separators or dots, double encoding,
 * fragment, or anything but visible ASCII.
 */
export function isPlainTarget(target: string): boolean {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const query = end === -1 ? "" : target.slice(end + 1);
  return (
    /^\/[A-Za-z0-9._~%/-]*$/.test(path) &&
    !path.includes("//") &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) &&
    !/%(?:2e|2f|5c|25|0\d|1[0-9a-f]|7f)/i.test(path) &&
    !/%(?![0-9a-f]{2})/i.test(path) &&
    /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/.test(query)
  );
}
