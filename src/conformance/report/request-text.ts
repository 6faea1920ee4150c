import type { CheckRequest } from "../checks/check.ts";

/** The most of a request's body that is shown, in UTF-16 units. */
const shownText = 4_000;

/** A request for the eye: its line, its range, and the beginning of its body or frames. */
export function requestText(request: CheckRequest): string {
  if (request.transport === "websocket") {
    return [`WebSocket ${request.path}`, ...request.frames.map(cut)].join("\n\n");
  }
  const { method, path, range, body } = request;
  const head = range === undefined ? `${method} ${path}` : `${method} ${path}\nRange: ${range}`;
  return body === undefined ? head : `${head}\n\n${cut(body)}`;
}

function cut(text: string): string {
  return text.length <= shownText ? text : `${text.slice(0, shownText)}… (+${text.length - shownText})`;
}
