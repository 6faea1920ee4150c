import { createServer } from "node:http";
import { listen } from "../../../src/http/fake-service.fixture.ts";
import { act, get, post } from "../actions.ts";
import { canaries } from "../places.ts";
import { type Row, service } from "../row.ts";
import type { Came } from "../wire.ts";

const speech = "/v1/audio/speech";
const tasks = "/v1/audio/speech/tasks";
const clone = (voice: string, fields: object = {}): string =>
  JSON.stringify({ model: "refvoice-2", input: "Hello", voice, ...fields });

/** Addresses of recordings that a stranger may not send the service to; `{port}` is where somebody listens. */
const references = [
  "http://127.0.0.1:{port}/a.wav",
  "http://localhost:{port}/a.wav",
  "http://LOCALHOST.:{port}/a.wav",
  "http://[::1]:{port}/a.wav",
  "http://0.0.0.0:{port}/a.wav",
  "http://0:{port}/a.wav",
  "http://[::]:{port}/a.wav",
  "http://127.1:{port}/a.wav",
  "http://127.0.0.2:{port}/a.wav",
  "http://2130706433:{port}/a.wav",
  "http://0x7f000001:{port}/a.wav",
  "http://0177.0.0.1:{port}/a.wav",
  "http://１２７.0.0.1:{port}/a.wav",
  "http://127。0。0。1:{port}/a.wav",
  "http://[::ffff:127.0.0.1]:{port}/a.wav",
  "http://[::ffff:7f00:1]:{port}/a.wav",
  "http://[::127.0.0.1]:{port}/a.wav",
  "http://[64:ff9b::7f00:1]:{port}/a.wav",
  "http://[2002:7f00:1::]:{port}/a.wav",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://168.63.129.16/",
  "http://100.100.100.200/",
  "http://10.0.0.1/a.wav",
  "http://172.16.0.1/a.wav",
  "http://192.168.0.1/a.wav",
  "http://100.64.0.1/a.wav",
  "http://[fe80::1]/a.wav",
  "http://[fc00::1]/a.wav",
  "http://224.0.0.1/a.wav",
  "http://255.255.255.255/a.wav",
  "http://user:password@127.0.0.1:{port}/a.wav",
  "http://example.com@127.0.0.1:{port}/a.wav",
  "http://127.0.0.1:{port}\\@example.com/a.wav",
];

/** Not even an address of the web. */
const otherSchemes = [
  "file:///etc/passwd",
  "ftp://127.0.0.1/a",
  "gopher://127.0.0.1/",
  "data:audio/wav;base64,AAAA",
  "/etc/passwd",
  "//127.0.0.1/a.wav",
  "javascript:alert(1)",
  "",
  "http://",
];

/** Sends the service to somebody who listens, and tells whether it came. */
const refers = (address: string, body: (voice: string) => string = clone) =>
  act(`a recording at ${address}`, async (place, options): Promise<Came> => {
    let reached = 0;
    const listener = createServer((_request, response) => {
      reached++;
      response.end("RIFF");
    });
    const port = await listen(listener);
    const came = await post(speech, body(address.replace("{port}", String(port)))).run(place, options);
    listener.closeAllConnections();
    listener.close();
    return reached === 0 ? came : { ...came, raw: `${came.raw} · the listener was reached ${reached} times` };
  });

const untouched = { lacks: /the listener was reached|ECONN|EHOST|ENOTFOUND|127\.0\.0\.1/ };

export const fetched: readonly Row[] = [
  ...references.map((address) =>
    service(`a recording at ${address}`, refers(address), "400 reference_unusable | 400 not_an_address", untouched),
  ),
  ...otherSchemes.map((address) =>
    service(`a recording at "${address}"`, post(speech, clone(address)), "400 *", { lacks: /root:/ }),
  ),
  ...["prompt_simple", "emo_ref_audio"].map((field) =>
    service(
      `an address inside, in ${field}`,
      refers("http://127.0.0.1:{port}/a.wav", (voice) =>
        clone("http://127.0.0.1:1/", { [field]: voice, emo_control_method: "使用情感参考音频" }),
      ),
      "400 reference_unusable",
      untouched,
    ),
  ),
  service("a recording in a list", post(speech, clone("x", { voice: ["http://127.0.0.1/"] })), "400 *"),
];

const authorization = `Bearer ${canaries.serviceKey}`;
const task = JSON.stringify({ model: "streamspeech-v8", input: "Hello", voice: "Autumn" });

/** Makes a task with the caller's key, and asks for it in another way. */
const aboutTask = (text: string, path: string, fields: Record<string, string | undefined> = {}) =>
  act(text, async (place, options): Promise<Came> => {
    const made = await post(tasks, task).run(place, options);
    const id = /"id":"(task_[^"]+)"/.exec(made.raw)?.[1] ?? "";
    return get(`${tasks}/${id}${path}`, fields).run(place, options);
  });

export const ofTheService: readonly Row[] = [
  service(
    "another key's task",
    aboutTask("a task, and another key", "", { authorization: `Bearer ${canaries.otherServiceKey}` }),
    "404 task_not_found",
  ),
  service(
    "another key's sound",
    aboutTask("a task's sound, and another key", "/content", { authorization: `Bearer ${canaries.otherServiceKey}` }),
    "404 task_not_found",
  ),
  service(
    "a task without a key",
    aboutTask("a task, and no key", "", { authorization: undefined }),
    "401 invalid_api_key",
  ),
  service(
    "a signature that somebody made",
    aboutTask("a task's sound, and a signature", "/content?signature=AAAA&expires=9999999999", {
      authorization: undefined,
    }),
    "403 signature_invalid",
  ),
  service(
    "a signature without an end",
    aboutTask("a task's sound, and a signature", "/content?signature=AAAA", { authorization: undefined }),
    "403 signature_invalid",
  ),
  service(
    "two signatures",
    aboutTask("a task's sound, and two signatures", "/content?signature=a&signature=b&expires=9999999999", {
      authorization: undefined,
    }),
    "403 signature_invalid",
  ),
  service(
    "a signature beside a good key decides",
    aboutTask("a task's sound, a key and a signature", "/content?signature=a&expires=1"),
    "403 signature_invalid",
  ),
  service(
    "a signature opens nothing else",
    get("/v1/models?signature=a&expires=9999999999", { authorization: undefined }),
    "401 invalid_api_key",
  ),
  service(
    "a Host that is no host stays out of addresses",
    aboutTask("a task, and an odd host", "", { host: "evil.example/x?y" }),
    "200 | 400 bad_request",
    { lacks: /evil\.example/ },
  ),
  service(
    "several spaces behind Bearer, as RFC 9110 allows",
    get("/v1/models", { authorization: authorization.replace(" ", "   ") }),
    "200",
  ),
];

export const strictness: readonly Row[] = [
  service("two keys", get("/v1/models", { authorization: [authorization, "Bearer no"] }), "400 bad_request"),
  service(
    "two keys, the good one behind",
    get("/v1/models", { authorization: ["Bearer no", authorization] }),
    "400 bad_request",
  ),
  service("two hosts", get("/v1/models", { host: ["{host}", "evil.example"] }), "400 bad_request"),
  service("no host", get("/v1/models", { host: undefined }), "400 bad_request"),
  service(
    "two media types",
    post(speech, task, { "content-type": ["application/json", "text/plain"] }),
    "400 bad_request",
  ),
  service(
    "a body that is packed",
    post(speech, task, { "content-encoding": "gzip" }),
    "415 unsupported_content_coding",
  ),
  service(
    "a body that is packed in a way that isn't there",
    post(speech, task, { "content-encoding": "evil" }),
    "415 unsupported_content_coding",
  ),
];

/** Keys that somebody tries, one after the other. */
export const guessedKeys: readonly Row[] = [
  service(
    "a hundred wrong keys",
    act("100 wrong keys", async (place, options): Promise<Came> => {
      let came: Came = { interim: [], answers: [], raw: "", ended: false };
      for (let at = 0; at < 100; at++)
        came = await get("/v1/models", { authorization: `Bearer guess-${at}` }).run(place, options);
      return came;
    }),
    "429 too_many_wrong_keys",
  ),
];
