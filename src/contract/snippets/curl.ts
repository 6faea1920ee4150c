import { taskIdPattern } from "../routes.ts";
import { type CodeRequest, pollSeconds, type Snippet, variables } from "./code-request.ts";
import { isPasteable, shellFile, shellFormat, shellText } from "./quote.ts";

/** The longest body that stands as an argument, in UTF-16 units of three bytes at most: Linux takes 128 KiB for one. */
const longestArgument = 40_000;

/** A redirect is an error: its page is no sound, and it may lead elsewhere. Without `-L`, curl would keep the page. */
const curl = "curl -L --max-redirs 0";

const authorization = `-H "Authorization: Bearer $${variables.key}"`;

/**
 * A shell script that sends a request with curl 7.76 or newer; undefined for a WebSocket, which curl can't speak well
 * yet. It holds no comments, which a zsh that one types into doesn't know: the quotes within them would open texts.
 */
export function curlSnippet(request: CodeRequest): Snippet | undefined {
  if (request.kind === "websocket") return undefined;
  const task = request.kind === "task";
  return {
    id: "curl",
    language: "curl",
    needs: task ? ["curl", "jq"] : ["curl"],
    name: "speak.sh",
    code: [...(task ? taskLines(request) : fileLines(request)), ""].join("\n"),
  };
}

function fileLines({ method, path, body, range, file }: CodeRequest): readonly string[] {
  if (method === "HEAD") return call(`${curl} --fail --head`, path, body, range);
  return [
    ...call(`${curl} --fail-with-body -o ${shellFile(partOf(file))}`, path, body, range),
    "case $? in",
    ...whatBecame(file),
    "esac",
  ];
}

/** Where an answer goes until it is known to be sound: an error mustn't take the place of a file that was there. */
function partOf(file: string): string {
  return `${file}.part`;
}

function whatBecame(file: string): readonly string[] {
  const part = shellFile(partOf(file));
  return [`  0) mv ${part} ${shellFile(file)} ;;`, `  22) cat ${part} >&2; rm ${part}; false ;;`, "  *) false ;;"];
}

function taskLines({ path, body, file }: CodeRequest): readonly string[] {
  const [first = "", ...others] = call(`${curl} --fail-with-body -sS`, path, body);
  const ask = `${curl} --fail-with-body -sS ${authorization} "$${variables.baseUrl}${path}/$id"`;
  return [
    // In a shell of its own: where it is pasted, `set` and `exit` would be the person's.
    "(",
    "set -eu",
    'fail() { printf "%s\\n" "$task" >&2; exit 1; }',
    `task=$(${first}`,
    ...others.slice(0, -1),
    `${others.at(-1)}) || fail`,
    // Whatever else a service calls its task would be another address (section 2.6).
    `id=$(printf %s "$task" | jq -er '.id | select(test("${wholeTaskId}"))') || fail`,
    'until [ "$(printf %s "$task" | jq -r .status)" = completed ]; do',
    '  [ "$(printf %s "$task" | jq -r .status)" != failed ] || fail',
    `  sleep ${pollSeconds}`,
    `  task=$(${ask}) || fail`,
    "done",
    // What signs the address belongs to it (section 5), and has no patterns for curl.
    `query=$(printf %s "$task" | jq -r '(.content_url | strings) // "" | sub("^[^?]*"; "")') || fail`,
    "ended=0",
    [
      `${curl} --globoff --fail-with-body -o ${shellFile(partOf(file))}`,
      `${authorization} "$${variables.baseUrl}${path}/$id/content$query" || ended=$?`,
    ].join(" "),
    "case $ended in",
    ...whatBecame(file),
    "esac",
    ")",
  ];
}

/** In jq's own syntax, where `$` is the end of a line. */
const wholeTaskId = taskIdPattern.source.replace("^", "\\\\A").replace("$", "\\\\z");

/** One call of curl, a line for each of its parts. */
function call(command: string, path: string, body: string | undefined, range?: string): readonly string[] {
  const piped = body !== undefined && (body.length > longestArgument || !isPasteable(body));
  const printed = (text: string) =>
    isPasteable(text) ? `printf %s ${shellText(text)}` : `printf ${shellFormat(text)}`;
  const lines = [
    piped ? `${printed(body)} | ${command}` : command,
    authorization,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(range === undefined ? [] : [`-H ${shellText(`Range: ${range}`)}`]),
    ...(body === undefined ? [] : [piped ? "--data-binary @-" : `--data-raw ${shellText(body)}`]),
    // Brackets and braces in an address would be patterns to curl.
    ...(/[[\]{}]/.test(path) ? ["--globoff"] : []),
    addressOf(path),
  ];
  return lines.map((line, at) => `${at === 0 ? "" : "  "}${line}${at === lines.length - 1 ? "" : " \\"}`);
}

function addressOf(path: string): string {
  const plain = /^[A-Za-z0-9/_.~?=&%+:-]*$/.test(path);
  return plain ? `"$${variables.baseUrl}${path}"` : `"$${variables.baseUrl}"${shellText(path)}`;
}
