import { taskIdPattern } from "../routes.ts";
import {
  type CodeRequest,
  literalBody,
  mayWaitLong,
  parsedBody,
  pollSeconds,
  type Snippet,
  variables,
} from "./code-request.ts";
import { pythonLiteral, pythonText } from "./quote.ts";

const environment = [
  `base_url = os.environ["${variables.baseUrl}"]  # the service's address without /v1`,
  `headers = {"Authorization": "Bearer " + os.environ["${variables.key}"]}`,
];

/** A program in Python that sends a request over HTTP with the package `requests`; undefined for a WebSocket. */
export function requestsSnippet(request: CodeRequest): Snippet | undefined {
  if (request.kind === "websocket") return undefined;
  const lines = request.kind === "task" ? taskLines(request) : fileLines(request);
  return {
    id: "requests",
    language: "python",
    needs: ["requests"],
    name: "speak.py",
    code: [...lines, ""].join("\n"),
  };
}

/** Sends one request. The key goes to the service alone: neither another address nor a redirect leads it elsewhere. */
const send = [
  "def send(method, path, **options):",
  "    address = base_url + path",
  "    if urlsplit(address)[:2] != urlsplit(base_url)[:2]:",
  '        sys.exit(f"{address} is not at {base_url}")',
  "    response = requests.request(method, address, headers=headers, allow_redirects=False, **options)",
  "    if response.status_code >= 300:",
  "        sys.exit(f\"{response.status_code} {response.content.decode(errors='replace')}\")",
  "    return response",
];

const keepFile = (file: string) => [
  `    with open(${pythonText(file)}, "wb") as file:`,
  "        for chunk in response.iter_content(65536):",
  "            file.write(chunk)",
];

function fileLines({ method, path, body, range, file }: CodeRequest): readonly string[] {
  return [
    "import os",
    "import sys",
    "from urllib.parse import urlsplit",
    "",
    "import requests",
    "",
    ...environment,
    ...(range === undefined ? [] : [`headers["Range"] = ${pythonText(range)}`]),
    ...bodyLines(body),
    "",
    "",
    ...send,
    "",
    "",
    `with send("${method}", ${pythonText(path)}${bodyArgument(body)}, stream=True) as response:`,
    ...(method === "HEAD"
      ? ["    for name, value in response.headers.items():", '        print(f"{name}: {value}")']
      : keepFile(file)),
  ];
}

function taskLines({ path, body, file }: CodeRequest): readonly string[] {
  const id = taskIdPattern.source.replace(/^\^|\$$/g, "");
  return [
    "import os",
    "import re",
    "import sys",
    "import time",
    "from urllib.parse import urlsplit",
    "",
    "import requests",
    "",
    ...environment,
    ...bodyLines(body),
    "",
    "",
    ...send,
    "",
    "",
    `task = send("POST", ${pythonText(path)}${bodyArgument(body)}).json()`,
    `if not re.fullmatch(r"${id}", task["id"]):`,
    "    sys.exit(str(task))",
    `path = ${pythonText(`${path}/`)} + task["id"]`,
    'while task["status"] != "completed":',
    '    if task["status"] == "failed":',
    "        sys.exit(str(task))",
    `    time.sleep(${pollSeconds})`,
    '    task = send("GET", path).json()',
    // What signs the address belongs to it (section 5).
    '_, mark, query = str(task.get("content_url")).partition("?")',
    'with send("GET", path + "/content" + mark + query, stream=True) as response:',
    ...keepFile(file),
  ];
}

function bodyLines(body: string | undefined): readonly string[] {
  if (body === undefined) return [];
  const value = literalBody(body);
  return value === undefined
    ? ['headers["Content-Type"] = "application/json"', `body = ${pythonText(body)}  # sent as it stands`]
    : [`body = ${pythonLiteral(value)}`];
}

function bodyArgument(body: string | undefined): string {
  if (body === undefined) return "";
  return literalBody(body) === undefined ? ", data=body.encode()" : ", json=body";
}

/**
 * The parameters that the OpenAI client has for speech, with the type that each takes; everything else is `extra_body`.
 */
const openaiParameters: Readonly<Record<string, "string" | "number">> = {
  model: "string",
  input: "string",
  voice: "string",
  instructions: "string",
  response_format: "string",
  speed: "number",
};

/**
 * A program with the OpenAI client; undefined where the request hasn't its shape. What the client has no parameter for
 * goes in its `extra_body`, which it merges into the top level: a literal `extra_body` of the request stands inside of
 * it.
 */
export function openaiSnippet(request: CodeRequest): Snippet | undefined {
  const { kind, path, body, file } = request;
  const value = parsedBody(body);
  if (kind !== "file" || path !== "/v1/audio/speech" || value === undefined) return undefined;
  const fits = (key: string) => Object.hasOwn(openaiParameters, key) && typeof value[key] === openaiParameters[key];
  if (!["model", "input", "voice"].every(fits)) return undefined;
  const own = Object.entries(value).filter(([key]) => fits(key));
  const others = Object.entries(value).filter(([key]) => !fits(key));
  return {
    id: "openai",
    language: "python",
    needs: ["openai"],
    name: "speak.py",
    code: [
      "import os",
      "",
      "from openai import DefaultHttpxClient, OpenAI",
      "",
      "client = OpenAI(",
      `    base_url=os.environ["${variables.baseUrl}"] + "/v1",`,
      `    api_key=os.environ["${variables.key}"],`,
      "    max_retries=0,  # what may cost is sent once",
      ...(mayWaitLong(request) ? ["    timeout=None,  # however long it takes"] : []),
      "    http_client=DefaultHttpxClient(follow_redirects=False),",
      ")",
      "with client.audio.speech.with_streaming_response.create(",
      ...own.map(([key, each]) => `    ${key}=${pythonLiteral(each, "    ")},`),
      ...(others.length === 0 ? [] : [`    extra_body=${pythonLiteral(Object.fromEntries(others), "    ")},`]),
      ") as response:",
      `    response.stream_to_file(${pythonText(file)})`,
      "",
    ].join("\n"),
  };
}
