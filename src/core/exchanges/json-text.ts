/** A piece of JSON text, with what it is for the eye. `left_out` stands for characters that are not shown. */
export type JsonPiece =
  | { readonly kind: "key" | "string" | "number" | "word" | "mark"; readonly text: string }
  | { readonly kind: "left_out"; readonly characters: number };

/** A literal or a mark of JSON text, as it stands. */
export interface Token {
  readonly kind: Exclude<JsonPiece["kind"], "left_out">;
  readonly text: string;
}

/**
 * JSON text laid out in lines, every literal as it stands: `1.50` stays `1.50`, `\u4e2d` stays `\u4e2d`, and a key that
 * stands twice stands twice. Undefined for what isn't JSON.
 */
export function layOutJson(text: string): string | undefined {
  const tokens = tokensOf(text);
  return tokens === undefined
    ? undefined
    : laidOut(tokens)
        .map((token) => token.text)
        .join("");
}

/**
 * The same for the eye: strings that are longer than `longest` show their beginning and their end, and no more than
 * `most` characters are shown in all.
 */
export function showJson(text: string, longest: number, most: number): readonly JsonPiece[] | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  const shown: JsonPiece[] = [];
  let room = most;
  let left = 0;
  for (const token of laidOut(tokens)) {
    if (room <= 0) {
      left += token.text.length;
      continue;
    }
    const pieces = token.text.length > longest ? cut(token, longest) : [token];
    shown.push(...pieces);
    for (const piece of pieces) if (piece.kind !== "left_out") room -= piece.text.length;
  }
  if (left > 0) shown.push({ kind: "left_out", characters: left });
  return shown;
}

/** The beginning of any text, and how much is left out behind it. */
export function showText(text: string, most: number): readonly JsonPiece[] {
  if (text.length <= most) return [{ kind: "mark", text }];
  const at = wholeBefore(text, most);
  return [
    { kind: "mark", text: text.slice(0, at) },
    { kind: "left_out", characters: text.length - at },
  ];
}

function cut({ kind, text }: Token, longest: number): readonly JsonPiece[] {
  const first = wholeBefore(text, Math.floor(longest * 0.75));
  const last = wholeBefore(text, text.length - Math.floor(longest * 0.25));
  return [
    { kind, text: text.slice(0, first) },
    { kind: "left_out", characters: last - first },
    { kind, text: text.slice(last) },
  ];
}

/** Not between the halves of one character. */
function wholeBefore(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function laidOut(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = [];
  let depth = 0;
  const line = (): void => void out.push({ kind: "mark", text: `\n${"  ".repeat(depth)}` });
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]?.text;
    if (token.kind !== "mark") {
      out.push(next === ":" ? { ...token, kind: "key" } : token);
    } else if (token.text === ":") {
      out.push({ kind: "mark", text: ": " });
    } else if (token.text === ",") {
      out.push(token);
      line();
    } else if (token.text === "{" || token.text === "[") {
      out.push(token);
      depth++;
      if (next !== "}" && next !== "]") line();
    } else {
      depth--;
      const before = tokens[at - 1]?.text;
      if (before !== "{" && before !== "[") line();
      out.push(token);
    }
  }
  return out;
}

/** The tokens of JSON text, in order; undefined for what isn't JSON. */
export function tokensOf(text: string): readonly Token[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    const end = endOf(text, at, character);
    tokens.push({ kind: kindOf(character), text: text.slice(at, end) });
    at = end;
  }
  return tokens;
}

function kindOf(first: string): Token["kind"] {
  if (first === '"') return "string";
  if ("{}[],:".includes(first)) return "mark";
  return /[-\d]/.test(first) ? "number" : "word";
}

function endOf(text: string, start: number, first: string): number {
  if ("{}[],:".includes(first)) return start + 1;
  if (first !== '"') {
    let end = start;
    while (end < text.length && !/[\s{}[\],:]/.test(text.charAt(end))) end++;
    return end;
  }
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
