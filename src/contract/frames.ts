import { isFilled, parseJson, property } from "./json.ts";

/** What a text frame can be. */
export const frameTypes = ["progress", "complete", "error", "other", "invalid"] as const;

/** A WebSocket text frame from the service (section 6). `text` is the frame exactly as it came. */
export type Frame = { readonly text: string } & (
  | { readonly type: "progress" | "complete" | "error"; readonly data: unknown }
  /** A frame of a type that the document does not name: shown, otherwise without effect. */
  | { readonly type: "other"; readonly name?: string; readonly data: unknown }
  /** Text that is not JSON. */
  | { readonly type: "invalid" }
);

/** Reads a text frame. Nothing that a service sends makes it throw. */
export function parseFrame(text: string): Frame {
  const data = parseJson(text);
  if (data === undefined) return { type: "invalid", text };
  const name = property(data, "type");
  if (name === "progress" || name === "complete") return { type: name, data, text };
  // An error needs no type to be one. In some services every frame says of it that there is none.
  const isError = name === undefined && ["error", "errors"].some((key) => isFilled(property(data, key)));
  if (name === "error" || isError) return { type: "error", data, text };
  return { type: "other", ...(typeof name === "string" ? { name } : {}), data, text };
}
