import { Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { undocumented } from "../language.ts";
import type { OutputFormat } from "../model.ts";
import { type CodeRequest, codeRequestOf, literalBody, withoutCode } from "./code-request.ts";
import { snippetsOf } from "./index.ts";
import { scriptLiteral, scriptText, shellText } from "./quote.ts";

const nasty = 'It\'s "quoted" `ls` $HOME $\u007bx} \\n \\ \n\r\t 😀👩‍👧 中文 \u202e\u2028\u0000<!-- %s';

const request = (body: string | undefined, changes: Partial<CodeRequest> = {}): CodeRequest => ({
  method: body === undefined ? "GET" : "POST",
  path: "/v1/audio/speech",
  kind: "file",
  file: "speech.mp3",
  ...(body === undefined ? {} : { body }),
  ...changes,
});
const ofTask = { kind: "task", path: "/v1/audio/speech/tasks" } as const;
const ofSocket = { kind: "websocket", method: "GET", path: "/v1/audio/speech/websocket?model=m" } as const;
const codeOf = (of: CodeRequest, id: string) => snippetsOf(of).find((snippet) => snippet.id === id)?.code;

describe("a text in TypeScript", () => {
  it("means itself, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(new Script(`(${scriptText(text)})`).runInThisContext()).toBe(text);
      }),
    );
    expect(new Script(scriptText(nasty)).runInThisContext()).toBe(nasty);
  });

  it("shows nothing that an editor wouldn't", () => {
    expect(scriptText(nasty)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

it("a JSON value in TypeScript means itself", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      fc.pre(!text.includes("__proto__"));
      const read: unknown = new Script(`JSON.stringify(${scriptLiteral(value)})`).runInThisContext();
      expect(read).toBe(JSON.stringify(value));
    }),
  );
});

it("a word of the shell is quoted only where it must be", () => {
  expect(shellText("speech.mp3")).toBe("speech.mp3");
  expect(shellText("it's $HOME")).toBe("'it'\\''s $HOME'");
});

describe("a body", () => {
  it("is a literal where that says the same bytes, else its own text", () => {
    expect(literalBody('{"speed":1.5,"input":"😀"}')).toEqual({ speed: 1.5, input: "😀" });
    for (const text of [
      '{"speed": 1.5}',
      '{"speed":1.0}',
      '{"a":1,"a":2}',
      '{"a":1e999}',
      '{"__proto__":1}',
      "[1]",
      "no",
    ]) {
      expect(literalBody(text)).toBeUndefined();
      expect(codeOf(request(text), "requests")).toContain("data=body.encode()");
    }
  });

  it("holds U+FFFD where the page's own would, for half of a pair", () => {
    const { body } = codeRequestOf(
      { endpoint: "speech", path: "/v1/audio/speech", body: '"\ud83d"' },
      { codec: "wav" },
    );
    expect(body).toBe('"\ufffd"');
  });

  it("goes through a pipe where it is too long for an argument", () => {
    const code = codeOf(request(JSON.stringify({ input: "a".repeat(50_000) })), "curl");
    expect(code).toContain("--data-binary @-");
    expect(code).toMatch(/^printf %s '/m);
  });
});

describe("the code", () => {
  const body = JSON.stringify({ model: "m", input: nasty, voice: "v", stream: true, extra_body: { voice: "w" } });

  it("names the key and the address by variables, in every language", () => {
    for (const { code } of snippetsOf(request(body))) {
      expect(code).toContain("SPEECH_BASE_URL");
      expect(code).toContain("SPEECH_API_KEY");
    }
  });

  it("is there for each kind of request", () => {
    const ids = (of: CodeRequest) => snippetsOf(of).map(({ id }) => id);
    expect(ids(request(body))).toEqual(["curl", "openai", "requests", "typescript"]);
    expect(ids(request(body, ofTask))).toEqual(["curl", "requests", "typescript"]);
    expect(ids(request(body, ofSocket))).toEqual(["websockets", "typescript"]);
    expect(ids(request(undefined, { path: "/v1/models" }))).toEqual(["curl", "requests", "typescript"]);
  });

  it("leaves the OpenAI client out where the request hasn't its shape", () => {
    const ids = (of: unknown) => snippetsOf(request(JSON.stringify(of))).map(({ id }) => id);
    expect(ids({ model: "m", Text: "t", VoiceId: "v" })).not.toContain("openai");
    expect(ids({ model: "m", input: 1, voice: "v" })).not.toContain("openai");
  });

  it("gives up no answer that may wait for a job: in five minutes nor ten", () => {
    const waiting = { "OpenAI's client": "    timeout=None,", undici: "headersTimeout: 0, bodyTimeout: 0" };
    const limits = (model: string, path = "/v1/audio/speech") => {
      const made = snippetsOf(
        request(JSON.stringify({ model, input: "t", voice: "https://a.example/b.wav" }), { path }),
      );
      const all = made.map(({ code }) => code).join("\n");
      return Object.entries(waiting).flatMap(([name, line]) => (all.includes(line) ? [name] : []));
    };
    expect(limits("refvoice-2")).toEqual(["OpenAI's client", "undici"]);
    expect(limits("unheard-of")).toEqual(["OpenAI's client", "undici"]);
    expect(limits("unheard-of", "/v1/systemone")).toEqual(["undici"]);
    expect(limits("cloud-tts")).toEqual([]);
    expect(limits("streamspeech-v8")).toEqual([]);
  });

  it("puts a literal extra_body inside of the client's own, which it merges into the top level", () => {
    expect(codeOf(request(body), "openai")).toContain(
      'extra_body={\n        "stream": True,\n        "extra_body": {\n            "voice": "w",\n        },\n    },',
    );
  });

  it("asks for a file's head only, and for a part of it", () => {
    const path = "/v1/audio/speech/tasks/task_1/content?signature=a$b&c=[1]";
    expect(codeOf(request(undefined, { path, range: "bytes=0-99" }), "curl")).toBe(
      [
        "curl -L --max-redirs 0 --fail-with-body -o speech.mp3.part \\",
        '  -H "Authorization: Bearer $SPEECH_API_KEY" \\',
        "  -H 'Range: bytes=0-99' \\",
        "  --globoff \\",
        "  \"$SPEECH_BASE_URL\"'/v1/audio/speech/tasks/task_1/content?signature=a$b&c=[1]'",
        "case $? in",
        "  0) mv speech.mp3.part speech.mp3 ;;",
        "  22) cat speech.mp3.part >&2; rm speech.mp3.part; false ;;",
        "  *) false ;;",
        "esac",
        "",
      ].join("\n"),
    );
    const head = { method: "HEAD", path: "/v1/audio/speech/tasks/task_1/content" } as const;
    expect(codeOf(request(undefined, head), "curl")).toContain("curl -L --max-redirs 0 --fail --head ");
  });
});

describe("no code that sends the key elsewhere, or runs what it should send", () => {
  const paths = [
    "/v1/audio/speech/tasks?x=$(touch$\u007bIFS}owned)",
    "@127.0.0.1:4369/v1/audio/speech",
    ".evil.example/v1/audio/speech",
    "//evil.example/v1/audio/speech",
    "https://evil.example/v1/audio/speech",
    "/v1/../v1/audio/speech",
    "/v1/audio/speech#",
    "/v1/audio/speech\n",
    "\\evil.example\\v1/audio/speech",
    "",
  ];
  it.each(paths)("is made of a take whose path is %j", (path) => {
    for (const kind of ["file", "task"] as const) {
      expect(withoutCode(request("{}", { path, kind }))).toBe("address");
      expect(snippetsOf(request("{}", { path, kind }))).toEqual([]);
    }
    expect(snippetsOf(request("{}", { ...ofSocket, path: `/v1/audio/speech/websocket?model=m&x=${path}` }))).toEqual(
      [],
    );
  });

  it("is made of a range that would be a header of its own", () => {
    const path = "/v1/audio/speech/tasks/task_1/content";
    expect(withoutCode(request(undefined, { path, range: "bytes=0-1\r\nX: y" }))).toBe("range");
  });

  it("is made of a task's id that is another address: each language looks at it first", () => {
    for (const { code } of snippetsOf(request("{}", ofTask))) expect(code).toContain("task_[A-Za-z0-9._~-]{1,200}");
  });

  it("stands in a text to be pasted as keys that a terminal obeys", () => {
    const code = codeOf(request("a\u001b[201~\u0015touch owned\n%s\\\u202e\u0000"), "curl") ?? "";
    expect(code).toContain("printf 'a\\033[201~\\025touch owned\n%%s\\\\\\342\\200\\256\\000' | curl");
  });
});

it("names the file by the format that was asked for, also where the document says nothing of it", () => {
  const fileOf = (more: object, codec: OutputFormat["codec"]) => {
    const body = JSON.stringify({ model: "cloud-tts", input: "Hello.", ...more });
    return codeRequestOf({ endpoint: "speech", path: "/v1/audio/speech", body }, { codec } as OutputFormat).file;
  };
  expect(fileOf({ response_format: "wav" }, undocumented)).toBe("speech.wav");
  expect(fileOf({ response_format: "../../x" }, undocumented)).toBe("speech.mp3");
  expect(fileOf({}, undocumented)).toBe("speech.mp3");
  expect(fileOf({ response_format: "wav" }, "mp3")).toBe("speech.mp3");
});
