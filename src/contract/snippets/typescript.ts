import { taskIdPattern } from "../routes.ts";
import { type CodeRequest, literalBody, mayWaitLong, pollSeconds, type Snippet, variables } from "./code-request.ts";
import { scriptLiteral, scriptText } from "./quote.ts";

/** The two constants that every program begins with. */
export const scriptEnvironment = [
  `const baseUrl = process.env.${variables.baseUrl} ?? ""; // the service's address without /v1`,
  `const headers = { Authorization: \`Bearer \${process.env.${variables.key}}\` };`,
];

/** The body of a request as an expression of TypeScript, whose value is the same text. */
export function scriptBody(body: string): string {
  const value = literalBody(body);
  return value === undefined ? scriptText(body) : `JSON.stringify(${scriptLiteral(value)})`;
}

/**
 * A module in TypeScript that sends a request over HTTP with Node 20's own `fetch`, which gives up after five minutes
 * of silence, or with undici's where an answer may take longer; undefined for a WebSocket.
 */
export function typescriptSnippet(request: CodeRequest): Snippet | undefined {
  if (request.kind === "websocket") return undefined;
  const lines = request.kind === "task" ? taskLines(request) : fileLines(request);
  return {
    id: "typescript",
    language: "typescript",
    // The last one that Node 20 runs.
    needs: mayWaitLong(request) ? ["undici@7"] : [],
    name: "speak.mts",
    code: [...lines, ""].join("\n"),
  };
}

/** Sends one request. The key goes to the service alone: neither another address nor a redirect leads it elsewhere. */
const send = [
  "async function send(path: string, options: RequestInit): Promise<Response> {",
  "  const address = new URL(baseUrl + path);",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the code that is made.
  "  if (address.origin !== new URL(baseUrl).origin) throw new Error(`${address} is not at ${baseUrl}`);",
  '  const response = await fetch(address, { redirect: "error", ...options });',
  "  if (response.status < 300) return response;",
  "  console.error(response.status, await response.text());",
  "  process.exit(1);",
  "}",
];

function fileLines(request: CodeRequest): readonly string[] {
  const { method, body, file } = request;
  const head = method === "HEAD";
  const waits = mayWaitLong(request);
  const imports = [
    ...(head ? [] : ['import { writeFile } from "node:fs/promises";']),
    ...(waits ? ['import { Agent, fetch, type RequestInit, type Response } from "undici";'] : []),
  ];
  return [
    ...(imports.length === 0 ? [] : [...imports, ""]),
    ...scriptEnvironment,
    ...(body === undefined ? [] : [`const body = ${scriptBody(body)};`]),
    ...(waits ? ["const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }); // however long it takes"] : []),
    "",
    ...send,
    "",
    ...call("response", request),
    head
      ? 'for (const [name, value] of response.headers) console.log(name + ": " + value);'
      : `await writeFile(${scriptText(file)}, response.body ?? "");`,
  ];
}

function taskLines(request: CodeRequest): readonly string[] {
  const { path, body = "", file } = request;
  return [
    'import { writeFile } from "node:fs/promises";',
    'import { setTimeout } from "node:timers/promises";',
    "",
    ...scriptEnvironment,
    `const body = ${scriptBody(body)};`,
    "",
    ...send,
    "",
    ...call("created", request),
    "let task = await created.json();",
    `if (!${taskIdPattern}.test(task.id)) throw new Error(JSON.stringify(task));`,
    `const path = ${scriptText(`${path}/`)} + task.id;`,
    'while (task.status !== "completed") {',
    '  if (task.status === "failed") {',
    "    console.error(JSON.stringify(task));",
    "    process.exit(1);",
    "  }",
    `  await setTimeout(${pollSeconds * 1_000});`,
    "  task = await (await send(path, { headers })).json();",
    "}",
    // What signs the address belongs to it (section 5).
    'const [query = ""] = /\\?[^]*/.exec(task.content_url) ?? [];',
    'const content = await send(path + "/content" + query, { headers });',
    `await writeFile(${scriptText(file)}, content.body ?? "");`,
  ];
}

/** One call of `send`, a line for each of its options. */
function call(name: string, request: CodeRequest): readonly string[] {
  const { method, path, body, range } = request;
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    headersOption(body, range),
    ...(body === undefined ? [] : ["body"]),
    ...(mayWaitLong(request) ? ["dispatcher"] : []),
  ];
  return [`const ${name} = await send(${scriptText(path)}, {`, ...options.map((option) => `  ${option},`), "});"];
}

function headersOption(body: string | undefined, range: string | undefined): string {
  const more = [
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(range === undefined ? [] : [`Range: ${scriptText(range)}`]),
  ];
  return more.length === 0 ? "headers" : `headers: { ...headers, ${more.join(", ")} }`;
}
