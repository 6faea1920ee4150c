import { tokensOf } from "./json-text.ts";

/** A name that stands more than once in one object of a body. */
export interface DoubledName {
  /** Where it stands, such as `extra_body.emo_happy` or `a[0].b`. */
  readonly place: string;
  readonly times: number;
  /** The value that stands last, as it stands: the one that `JSON.parse`, and most services, read. */
  readonly last: string;
}

interface Level {
  readonly place: string;
  /** How often each name has stood, and the tokens of its last value; undefined in an array. */
  readonly names: Map<string, { times: number; from: number; to: number }> | undefined;
  name: string | undefined;
  index: number;
}

/**
 * The names that stand more than once in one object of JSON text, in the order in which they do so first. JSON leaves
 * open which one counts (RFC 8259, section 4), so nobody should send such a body without knowing. Empty for what isn't
 * JSON.
 */
export function doubledNames(text: string): readonly DoubledName[] {
  const tokens = tokensOf(text) ?? [];
  const open: Level[] = [];
  const doubled: DoubledName[] = [];
  for (const [at, token] of tokens.entries()) {
    const level = open.at(-1);
    const entry = level?.name === undefined ? undefined : level.names?.get(level.name);
    if (token.text === "{" || token.text === "[") {
      open.push({
        place: placeIn(level),
        names: token.text === "{" ? new Map() : undefined,
        name: undefined,
        index: 0,
      });
    } else if (token.text === "}" || token.text === "]") {
      open.pop();
      close(open.at(-1), at);
      if (level?.names !== undefined) for (const [name, seen] of level.names) note(level, name, seen);
    } else if (token.text === ",") {
      if (level !== undefined) {
        level.name = undefined;
        level.index++;
      }
    } else if (token.kind === "string" && level?.names !== undefined && level.name === undefined) {
      level.name = String(JSON.parse(token.text));
      const times = (level.names.get(level.name)?.times ?? 0) + 1;
      level.names.set(level.name, { times, from: at + 2, to: at + 2 });
    } else if (entry !== undefined && token.text !== ":") entry.to = at;
  }
  return doubled;

  /** A value that holds others ends where they end. */
  function close(level: Level | undefined, at: number): void {
    const entry = level?.name === undefined ? undefined : level.names?.get(level.name);
    if (entry !== undefined) entry.to = at;
  }

  function note(
    { place }: Level,
    name: string,
    { times, from, to }: { times: number; from: number; to: number },
  ): void {
    if (times < 2) return;
    const last = tokens.slice(from, to + 1).map((token) => token.text);
    doubled.push({ place: joined(place, name), times, last: last.join("") });
  }
}

function placeIn(level: Level | undefined): string {
  if (level === undefined) return "";
  return level.names === undefined ? `${level.place}[${level.index}]` : joined(level.place, level.name ?? "");
}

function joined(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}
