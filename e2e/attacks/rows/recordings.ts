import { ownRecordingFile } from "../../../src/contract/own-recordings.fixture.ts";
import { ownRecordingMostBytes } from "../../../src/contract/own-recordings.ts";
import { type Fields, get, post, request } from "../actions.ts";
import { embedded, guarded, type Row } from "../row.ts";

const give = "/playground/recordings";
const recording = Buffer.from(ownRecordingFile(6));
const sound: Fields = { "content-type": "audio/wav" };
const guess = `/references/own-4000000000-${"a".repeat(32)}.wav`;

/** What a visitor's own recording is: neither a way in nor a place for anybody's files. */
export const recordings: readonly Row[] = [
  embedded(
    "a page in a recording's clothes",
    post(give, "RIFF<html><script>x</script>", sound),
    "400 recording_unusable",
  ),
  embedded(
    "a recording with a page behind it",
    post(give, Buffer.concat([recording, Buffer.from("<html></html>")]), sound),
    "400 recording_unusable",
  ),
  embedded("a recording as a form", post(give, "a=b", { "content-type": "text/plain" }), "415 unsupported_media_type"),
  embedded("another site's recording", post(give, recording, { ...sound, origin: "https://evil.example" }), "403 *"),
  embedded(
    "a recording without an origin",
    post(give, recording, { ...sound, origin: undefined }),
    "403 foreign_origin",
  ),
  embedded(
    "a recording that is too large",
    post(give, Buffer.alloc(ownRecordingMostBytes + 1), sound),
    "413 body_too_large",
    { ends: true, memory: 40 },
  ),
  guarded(
    "a recording without a session",
    post(give, recording, { ...sound, cookie: undefined }),
    "401 session_required",
  ),
  guarded("a recording where none are taken", post(give, recording, sound), "404 recordings_not_offered"),
  embedded("a recording's address that is guessed", get(guess), "404 not_found"),
  embedded("a list of recordings", get("/references/"), "404 not_found"),
  embedded("another site removes a recording", request("DELETE", guess, { origin: "https://evil.example" }), "403 *"),
];
