import { type CodeRequest, literalBody, type Snippet, variables } from "./code-request.ts";
import { pythonLiteral, pythonText, scriptText } from "./quote.ts";
import { scriptBody, scriptEnvironment } from "./typescript.ts";

/**
 * A program in Python for the WebSocket route (section 6), with the package `websockets`; undefined for other requests.
 */
export function websocketsSnippet({ kind, path, body = "", file }: CodeRequest): Snippet | undefined {
  if (kind !== "websocket") return undefined;
  const value = literalBody(body);
  const frame = value === undefined ? pythonText(body) : `json.dumps(${pythonLiteral(value)})`;
  const code = [
    "import asyncio",
    "import contextlib",
    "import json",
    "import os",
    "import sys",
    "from urllib.parse import urlsplit",
    "",
    "import websockets",
    "",
    `base_url = os.environ["${variables.baseUrl}"]  # the service's address without /v1`,
    `headers = {"Authorization": "Bearer " + os.environ["${variables.key}"]}`,
    `frame = ${frame}`,
    "# The parameter has had this name since version 14.",
    'name = "additional_headers" if int(websockets.__version__.split(".")[0]) >= 14 else "extra_headers"',
    "",
    "",
    "class Connect(websockets.connect):",
    '    """A connection that follows no redirect, which would take the key elsewhere."""',
    "",
    "    def process_redirect(self, exc):",
    "        return exc",
    "",
    "    # Before version 14.",
    "    def handle_redirect(self, uri):",
    '        raise ConnectionError(f"{base_url} redirects to {uri}")',
    "",
    "",
    "async def speak():",
    `    address = "ws" + base_url.removeprefix("http") + ${pythonText(path)}`,
    "    if urlsplit(address).netloc != urlsplit(base_url).netloc:",
    '        sys.exit(f"{address} is not at {base_url}")',
    "    audio = bytearray()",
    "    complete = False",
    "    async with Connect(address, max_size=None, **{name: headers}) as socket:",
    "        await socket.send(frame)",
    "        with contextlib.suppress(websockets.ConnectionClosedError):",
    "            async for message in socket:",
    "                if isinstance(message, bytes):",
    "                    audio += message",
    "                    continue",
    "                print(message)",
    '                kind = json.loads(message).get("type")',
    '                complete = complete or kind == "complete"',
    '                if kind == "error":',
    "                    break",
    "    if audio:",
    `        with open(${pythonText(file)}, "wb") as file:`,
    "            file.write(audio)",
    "    if not complete:",
    '        sys.exit("The frame `complete` never came.")',
    "",
    "",
    "asyncio.run(speak())",
    "",
  ];
  return { id: "websockets", language: "python", needs: ["websockets"], name: "speak.py", code: code.join("\n") };
}

/** A module in TypeScript for the WebSocket route (section 6), with the package `ws`; undefined for other requests. */
export function wsSnippet({ kind, path, body = "", file }: CodeRequest): Snippet | undefined {
  if (kind !== "websocket") return undefined;
  const code = [
    'import { writeFile } from "node:fs/promises";',
    'import WebSocket from "ws";',
    "",
    ...scriptEnvironment,
    `const frame = ${scriptBody(body)};`,
    "",
    `const address = new URL(baseUrl.replace(/^http/, "ws") + ${scriptText(path)});`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands in the code that is made.
    "if (address.host !== new URL(baseUrl).host) throw new Error(`${address} is not at ${baseUrl}`);",
    "const socket = new WebSocket(address, { headers });",
    "const audio: Buffer[] = [];",
    "let complete = false;",
    'socket.on("open", () => socket.send(frame));',
    'socket.on("message", (data: Buffer, isBinary) => {',
    "  if (isBinary) {",
    "    audio.push(data);",
    "    return;",
    "  }",
    "  console.log(data.toString());",
    "  const { type } = JSON.parse(data.toString());",
    '  complete ||= type === "complete";',
    '  if (type === "error") socket.close();',
    "});",
    'socket.on("error", (error) => console.error(String(error)));',
    'await new Promise((resolve) => socket.once("close", resolve));',
    `if (audio.length > 0) await writeFile(${scriptText(file)}, Buffer.concat(audio));`,
    'if (!complete) throw new Error("The frame `complete` never came.");',
    "",
  ];
  return { id: "typescript", language: "typescript", needs: ["ws"], name: "speak.mts", code: code.join("\n") };
}
