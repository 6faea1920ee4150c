import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type InterfaceLanguage, interfaceLanguages } from "../contract/language.ts";
import type { Numbers } from "../core/messages/numbers.ts";
import { remarkCodes } from "../core/remarks/remark-codes.ts";
import type { KeyNamer } from "../core/shortcuts/key-namer.ts";

type Catalogues = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** What loads each part's texts, by the path of its module. */
const modules = import.meta.glob<Readonly<Record<string, object>>>("../{core,features}/**/messages/**/{en,zh}.ts");

/** How the English ones are written: the others have their types. */
const sources = import.meta.glob<string>("../{core,features}/**/messages/**/en.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const marks = ["‹1›", "‹2›", "‹3›"];
const markOfKey: KeyNamer = (place, action, which = "first") => `‹${place}.${String(action)}.${which}›`;

/** Numbers that leave a mark of what they were given and of how they would show it. */
const markedNumbers: Numbers = {
  integer: (value) => `‹integer ${value}›`,
  decimal: (value) => `‹decimal ${value}›`,
  fixed: (value, digits) => `‹fixed ${value} ${digits}›`,
  size: (bytes) => `‹size ${bytes}›`,
  span: (milliseconds) => `‹span ${milliseconds}›`,
  clock: (seconds) => `‹clock ${seconds}›`,
  time: (moment) => `‹time ${moment}›`,
  list: (values) => `‹list ${[...values].join("")}›`,
  plural: (_, { other }) => other,
  counted: (count, { other }) => `‹integer ${count}› ${other}`,
};

/** Whether a text takes the names of keys. */
const namesKeys = (path: string) => /\.(keys|hint|heightHelp)$/.test(path);
/** Whether a text takes numbers in a list. */
const takesPlaces = (path: string) => /\.(presented|presentedBefore|deletedPresented)$/.test(path);

function call(text: (...values: readonly unknown[]) => unknown, path: string): unknown {
  if (namesKeys(path)) return text(markOfKey);
  return takesPlaces(path) ? text(marks) : text(...marks);
}

/** Every text of a tree of messages by its path; functions are called with marks in the place of their values. */
function textsOf(tree: object, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = `${path}${key}`;
    if (typeof value === "string") texts.set(at, value);
    else if (typeof value === "function") {
      const text = call(value, at);
      if (typeof text === "string") texts.set(at, text);
    } else for (const [inner, text] of textsOf(value, `${at}.`)) texts.set(inner, text);
  }
  return texts;
}

/** Whether nothing is said there on purpose, in every language. */
const isSilent = (key: string) => key.includes("fields.units.") || key.endsWith("between.sentences");

describe("the texts", () => {
  const found: Partial<Record<InterfaceLanguage, Map<string, string>>> = {};

  /** All texts of a language, by the folder that has them and their path. */
  function textsIn(language: InterfaceLanguage): ReadonlyMap<string, string> {
    const texts = found[language];
    if (texts === undefined) throw new Error("They aren't loaded yet.");
    return texts;
  }

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock("../core/messages/numbers.ts", () => ({ numbersOf: () => markedNumbers }));
    for (const language of interfaceLanguages) {
      const catalogues: Catalogues = Object.fromEntries(
        await Promise.all(
          Object.entries(modules)
            .filter(([path]) => path.endsWith(`/${language}.ts`))
            .map(async ([path, load]) => [path.slice(0, path.lastIndexOf("/")), await load()] as const),
        ),
      );
      const texts = Object.entries(catalogues).map(([folder, module]) => [folder, module[language] ?? {}] as const);
      found[language] = textsOf(Object.fromEntries(texts));
    }
  });

  afterAll(() => {
    vi.doUnmock("../core/messages/numbers.ts");
    vi.resetModules();
  });

  it.each(interfaceLanguages)("are all there in %s, and none is empty", (language) => {
    const texts = textsIn(language);
    expect(texts.size).toBeGreaterThan(1_000);
    expect([...texts.keys()].sort()).toEqual([...textsIn("en").keys()].sort());
    const empty = [...texts].filter(([key, text]) => text.trim() === "" && !isSilent(key));
    expect(empty).toEqual([]);
  });

  it("say the same values in each language, and show them in the same way", () => {
    const chinese = textsIn("zh");
    const marksIn = (text: string | undefined) => (text?.match(/‹[^›]+›+/g) ?? []).sort();
    for (const [key, text] of textsIn("en"))
      expect([key, ...marksIn(chinese.get(key))]).toEqual([key, ...marksIn(text)]);
  });

  it("take numbers, and choose the form of a word themselves", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(15);
    for (const [path, source] of Object.entries(sources))
      expect([path, source.match(/.*\bboolean\b.*/)]).toEqual([path, null]);
  });

  it("are Chinese in Chinese", () => {
    const english = textsIn("en");
    const same = [...textsIn("zh")]
      .filter(([key, text]) => english.get(key) === text && !isSilent(key))
      .map(([key]) => key.replace(/^.*?(?=\w+\.)/, "").replace(/^messages\./, ""));
    expect(same.sort()).toEqual(
      [
        "header.languages.en",
        "header.languages.zh",
        "header.languageNames.en",
        "header.languageNames.zh",
        "mode.transports.http",
        "mode.transports.websocket",
        "fields.address",
        // Names of headers.
        "codes.encoding.short",
        "codes.language.short",
        // As they are printed on keyboards.
        "names.Shift",
        "names.Home",
        "names.End",
        "names.Escape",
        "names.Delete",
        "placements.extra_body",
        "placements.instructions",
        "surprisedSent",
        "surprisedChoices.number",
        "surprisedChoices.text",
        "formats.srt",
        "formats.vtt",
        "formats.json",
        "picture.kilohertz",
        // A sign and a number.
        "times",
        "blind.places.a",
        "blind.places.b",
        "blind.places.x",
      ].sort(),
    );
  });

  it("know every remark", () => {
    // What a service says itself is read first: each kind of it has a text.
    const ends = remarkCodes.flatMap((code) =>
      code === "note"
        ? ["pitch.long", "words.add", "words.unheard", "other"].map((kind) => `notes.${kind}`)
        : `codes.${code}.long`,
    );
    for (const language of interfaceLanguages)
      for (const end of ends) expect([...textsIn(language).keys()].some((key) => key.endsWith(end))).toBe(true);
  });
});
