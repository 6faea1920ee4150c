import { isJsonObject } from "../json.ts";

/** What a terminal or an editor doesn't show as it stands, and what changes the direction of the text around it. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

/** What a terminal takes for keys when a text is pasted, or for the direction of what stands around it. */
const unpasteable = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A text as one word of a POSIX shell; see {@link isPasteable} for what it can't hold. */
export function shellText(text: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a file as one word, which no program takes for an option. */
export function shellFile(name: string): string {
  return shellText(name.startsWith("-") ? `./${name}` : name);
}

/** Whether a text means itself between quotes wherever it is pasted. */
export function isPasteable(text: string): boolean {
  return text.search(unpasteable) < 0;
}

/** The format with which `printf` writes a text, whatever it holds: what can't be pasted by its bytes in UTF-8. */
export function shellFormat(text: string): string {
  const bytesOf = (character: string) =>
    encodeURIComponent(character).replace(
      /%(..)/g,
      (_, byte: string) => `\\${Number.parseInt(byte, 16).toString(8).padStart(3, "0")}`,
    );
  const format = text.replace(/[\\%]/g, "$&$&").replace(unpasteable, bytesOf);
  return shellText(format.replace(/^-/, "\\055"));
}

/** A text as a string of Python, on one line, with every unseen character by its number. */
export function pythonText(text: string): string {
  return JSON.stringify(text).replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** A text as a string of TypeScript, on one line, with every unseen character by its number. */
export function scriptText(text: string): string {
  return JSON.stringify(text).replace(unseen, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(""),
  );
}

/** A JSON value as Python writes it; what is inside of it begins `indent` deeper. */
export function pythonLiteral(value: unknown, indent = ""): string {
  return literal(value, indent, {
    text: pythonText,
    key: pythonText,
    step: "    ",
    words: { true: "True", false: "False", null: "None" },
  });
}

/** A JSON value as TypeScript writes it. */
export function scriptLiteral(value: unknown): string {
  return literal(value, "", {
    text: scriptText,
    key: scriptKey,
    step: "  ",
    words: { true: "true", false: "false", null: "null" },
  });
}

interface Language {
  readonly text: (text: string) => string;
  readonly key: (name: string) => string;
  readonly step: string;
  readonly words: Readonly<Record<"true" | "false" | "null", string>>;
}

function literal(value: unknown, indent: string, language: Language): string {
  const inner = indent + language.step;
  const several = (lines: readonly string[], open: string, close: string): string =>
    lines.length === 0 ? open + close : [open, ...lines.map((line) => `${inner}${line},`), indent + close].join("\n");
  if (typeof value === "string") return language.text(value);
  if (typeof value === "boolean") return language.words[`${value}`];
  if (typeof value === "number") return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((each) => literal(each, inner, language));
    return several(items, "[", "]");
  }
  if (!isJsonObject(value)) return language.words.null;
  const entries = Object.entries(value).map(([key, each]) => `${language.key(key)}: ${literal(each, inner, language)}`);
  return several(entries, "{", "}");
}

function scriptKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : scriptText(name);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
