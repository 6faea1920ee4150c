import { share, shareLengthBytes } from "../../../src/contract/shares.ts";
import { type Fields, get, post, request } from "../actions.ts";
import { guarded, type Row, visitors } from "../row.ts";

const give = "/playground/shares";
const form: Fields = { "content-type": share.mediaType };
const guess = `/shared/${"a".repeat(32)}`;

/** A take as the page shares it. */
function take(text = '"x"', sound = "ID3sound"): Buffer {
  const json = Buffer.from(`{"language":"en","voice":"","model":"","removal":"${"a".repeat(32)}","text":${text}}`);
  const length = Buffer.alloc(shareLengthBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, Buffer.from(sound)]);
}

/** What a shared take is: nobody's page, nobody's file, and nothing that leads to another one. */
export const shares: readonly Row[] = [
  visitors(
    "a page as a shared sound",
    post(give, take(undefined, "<html><script>x</script>"), form),
    "400 share_unusable",
  ),
  visitors("a shared sound without a text", post(give, "ID3sound", form), "400 share_unusable"),
  visitors(
    "a share whose details end behind it",
    post(give, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7b]), form),
    "400 share_unusable",
  ),
  visitors(
    "a share whose details are deep",
    post(give, take("[".repeat(4_000_000) + "]".repeat(4_000_000)), form),
    "400 share_unusable",
    { others: 100 },
  ),
  visitors("a share as a form", post(give, "a=b", { "content-type": "text/plain" }), "415 unsupported_media_type"),
  visitors("another site's share", post(give, take(), { ...form, origin: "https://evil.example" }), "403 *"),
  visitors("a share without an origin", post(give, take(), { ...form, origin: undefined }), "403 foreign_origin"),
  visitors("a share that is too large", post(give, Buffer.alloc(share.mostBytes + 1), form), "413 body_too_large", {
    ...{ ends: true, memory: 60 },
  }),
  visitors("a share without a session", post(give, take(), { ...form, cookie: undefined }), "401 session_required"),
  guarded("a share where nothing is shared", post(give, take(), form), "404 shares_not_offered"),
  visitors("a share's sound that is guessed", get(`${guess}/sound`), "404 not_found"),
  visitors("a list of shares", get("/shared/"), "404", { lacks: /(?:href|src)=/ }),
  visitors("a file of the shares' folder", get("/shared/..%2fapi-key/sound"), "400 bad_target"),
  visitors(
    "another site removes a share",
    request("DELETE", give, { origin: "https://evil.example" }, '{"removal":"x"}'),
    "403 *",
  ),
  visitors(
    "a share is removed by a guess",
    request("DELETE", give, { origin: "http://{host}" }, '{"removal":"x"}'),
    "404 not_found",
  ),
];
