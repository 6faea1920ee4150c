import { type CodeRequest, literalBody, pollSeconds, type Snippet, variables } from "./code-request.ts";
import { scriptLiteral, scriptText } from "./quote.ts";

/** The two constants that every program begins with. */
export const scriptEnvironment = [
  `const baseUrl = process.env.${variables.baseUrl}; // the service's address without /v1`,
  `const headers = { Authorization: \`Bearer \${process.env.${variables.key}}\` };`,
];

/** The body of a request as an expression of TypeScript, whose value is the same text. */
export function scriptBody(body: string): string {
  const value = literalBody(body);
  return value === undefined ? scriptText(body) : `JSON.stringify(${scriptLiteral(value)})`;
}

/** A module in TypeScript that sends a request over HTTP with Node 20's own `fetch`; undefined for a WebSocket. */
export function typescriptSnippet(request: CodeRequest): Snippet | undefined {
  if (request.kind === "websocket") return undefined;
  const lines = request.kind === "task" ? taskLines(request) : fileLines(request);
  return { id: "typescript", language: "typescript", needs: [], name: "speak.mts", code: [...lines, ""].join("\n") };
}

const check = [
  "async function check(response: Response): Promise<Response> {",
  "  if (response.status < 300) return response;",
  "  console.error(response.status, await response.text());",
  "  process.exit(1);",
  "}",
];

function fileLines({ method, path, body, range, file }: CodeRequest): readonly string[] {
  const head = method === "HEAD";
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    headersOption(body, range),
    ...(body === undefined ? [] : ["body"]),
    'redirect: "error"',
  ];
  return [
    ...(head ? [] : ['import { writeFile } from "node:fs/promises";', ""]),
    ...scriptEnvironment,
    ...(body === undefined ? [] : [`const body = ${scriptBody(body)};`]),
    "",
    ...check,
    "",
    `const response = await fetch(baseUrl + ${scriptText(path)}, {`,
    ...options.map((option) => `  ${option},`),
    "});",
    ...(head
      ? ['for (const [name, value] of (await check(response)).headers) console.log(name + ": " + value);']
      : [`await writeFile(${scriptText(file)}, (await check(response)).body ?? "");`]),
  ];
}

function taskLines({ path, body = "", file }: CodeRequest): readonly string[] {
  return [
    'import { writeFile } from "node:fs/promises";',
    'import { setTimeout } from "node:timers/promises";',
    "",
    ...scriptEnvironment,
    `const body = ${scriptBody(body)};`,
    `const tasks = baseUrl + ${scriptText(path)};`,
    "",
    ...check,
    "",
    "const created = await fetch(tasks, {",
    ...['method: "POST"', headersOption(body, undefined), "body", 'redirect: "error"'].map((option) => `  ${option},`),
    "});",
    "let task = await (await check(created)).json();",
    'while (task.status !== "completed") {',
    '  if (task.status === "failed") {',
    "    console.error(JSON.stringify(task));",
    "    process.exit(1);",
    "  }",
    `  await setTimeout(${pollSeconds * 1_000});`,
    '  task = await (await check(await fetch(tasks + "/" + task.id, { headers }))).json();',
    "}",
    'const content = await check(await fetch(tasks + "/" + task.id + "/content", { headers }));',
    `await writeFile(${scriptText(file)}, content.body ?? "");`,
  ];
}

function headersOption(body: string | undefined, range: string | undefined): string {
  const more = [
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(range === undefined ? [] : [`Range: ${scriptText(range)}`]),
  ];
  return more.length === 0 ? "headers" : `headers: { ...headers, ${more.join(", ")} }`;
}
