import { type CodeRequest, type Snippet, withoutCode } from "./code-request.ts";
import { curlSnippet } from "./curl.ts";
import { openaiSnippet, requestsSnippet } from "./python.ts";
import { typescriptSnippet } from "./typescript.ts";
import { websocketsSnippet, wsSnippet } from "./websocket.ts";

/**
 * Code that sends a request, in every language that can: curl, Python, TypeScript. The key never stands in it, and goes
 * to the service alone: there is none of a request with another address (see `withoutCode`).
 */
export function snippetsOf(request: CodeRequest): readonly Snippet[] {
  if (withoutCode(request) !== undefined) return [];
  const makers = [curlSnippet, openaiSnippet, requestsSnippet, websocketsSnippet, typescriptSnippet, wsSnippet];
  return makers.flatMap((make) => make(request) ?? []);
}
