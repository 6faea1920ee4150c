import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { unzipTakes } from "../archive/unzip-takes.ts";
import { zipProgramme } from "../archive/zip-programme.ts";
import { packForm } from "../submit/shared-form.ts";
import { planOfForm } from "../submit/submission.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { mostPronunciations } from "../text/pronunciations.ts";
import { loaded, openProgramme } from "./programme.fixture.ts";
import { readProgramme, takeInProgramme } from "./programme-file.ts";
import { scriptOf } from "./programme-item.ts";

const never = new AbortController().signal;

const itemsOf = (file: unknown) => {
  const read = readProgramme(file);
  return typeof read === "string" ? [] : read;
};
const origin = { by: "a test", made: new Date(Date.UTC(2026, 10, 22, 12)) };
const script = {
  model: "streamspeech-v8",
  mode: "stream",
  transport: "http",
  values: { voice: "Autumn", speed: 0.5 },
  text: "A script for later.",
} as const;
const secret = {
  model: "refvoice-2",
  mode: "speech",
  transport: "http",
  values: { voice: "https://h.example/a.wav?sig=c0ffee" },
  text: "The key is sk-aaaaaaaaaaaaaaaaaaaaaaaa",
} as const;

async function speak(library: TakeLibrary, id: string): Promise<void> {
  const format = { codec: "mp3" } as const;
  await library.begin(takeRow(id, { status: "complete", sound: "whole", format, excerpt: id }), takeDetails(id));
  const blob = new Blob([new Uint8Array(100)], { type: "audio/mpeg" });
  await library.keepSound({ id, format, facts: { bytes: 100 }, blob });
}

/** Another browser, with what `file` brought there. */
async function takeIn(file: Blob, there = openProgramme("another browser"), library = openTestLibrary()) {
  await loaded(there.programme);
  const report = await unzipTakes(file, library, { now: 1, signal: never });
  const presented = await takeInProgramme(itemsOf(report.programme), there.programme, library);
  return { there, library, report, presented };
}

describe("a programme as a file", () => {
  it("is there again in another browser, in its order and whole; a second time nothing is doubled", async () => {
    const library = openTestLibrary();
    const { programme } = openProgramme();
    await loaded(programme);
    for (const id of ["one", "two"]) await speak(library, id);
    const { addTake, addScript, edit, move, rename } = programme.getState();
    addTake(takeRow("one", { excerpt: "one" }));
    const spoken = addScript(script, "two");
    addTake(takeRow("gone", { excerpt: "gone" }));
    move(spoken, 0);
    rename(spoken, "The beginning");
    const [first] = programme.getState().items;
    if (first !== undefined) edit({ ...first, notes: "Look up. Then wait." });
    const { blob, leftOut } = await zipProgramme(programme.getState().items, library, origin, never);
    expect(leftOut).toEqual({ takes: 1, sounds: 0, cleaned: 0 });

    const other = await takeIn(blob);
    expect(other.report).toMatchObject({ added: 2, known: 0, skipped: [] });
    expect(other.presented).toEqual({ added: 3, known: 0, missing: 1 });
    const plain = programme.getState().items.map(({ place: _, ...item }) => item);
    expect(other.there.programme.getState().items).toMatchObject(plain);
    expect(await other.library.sound("one")).toMatchObject({ blob: { size: 100 } });

    const again = await takeIn(blob, other.there, other.library);
    expect(again.report).toMatchObject({ added: 0, known: 2 });
    expect(again.presented).toEqual({ added: 0, known: 3, missing: 0 });
    expect(other.there.programme.getState().items).toHaveLength(3);
  });

  it("comes behind what is there, and knows a script or a take that was added there by hand", async () => {
    const library = openTestLibrary();
    const { programme } = openProgramme();
    await loaded(programme);
    await speak(library, "one");
    programme.getState().addTake(takeRow("one"));
    programme.getState().addScript(script);
    programme.getState().addScript({ ...script, text: "Another." });
    const { blob } = await zipProgramme(programme.getState().items, library, origin, never);

    const there = openProgramme();
    await loaded(there.programme);
    there.programme.getState().addScript(script);
    there.programme.getState().addTake(takeRow("one"));
    const { presented } = await takeIn(blob, there);
    expect(presented).toEqual({ added: 1, known: 2, missing: 0 });
    expect(there.programme.getState().items.at(-1)?.excerpt).toBe("Another.");
  });

  it("lets no key and no signed address leave", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const id = programme.getState().addScript(secret);
    programme.getState().rename(id, "Bearer abcdefgh12345678abcdefgh");
    const [item] = programme.getState().items;
    if (item !== undefined) programme.getState().edit({ ...item, notes: "Key: sk-aaaaaaaaaaaaaaaaaaaaaaaa" });
    const { blob, leftOut } = await zipProgramme(programme.getState().items, openTestLibrary(), origin, never);
    expect(leftOut.cleaned).toBe(1);
    const { report } = await takeIn(blob, openProgramme());
    const text = JSON.stringify(report.programme);
    expect(text).toContain("[removed]");
    expect(text).not.toMatch(/c0ffee|sk-aaaa|abcdefgh12345678/);
  });

  it("is refused as none, or of a newer version; items that are none are left out", async () => {
    expect(readProgramme({ takes: [] })).toBe("damaged");
    expect(readProgramme({ format: "speech-playground-programme", version: 3, items: [] })).toBe("newer");
    const items = [7, null, {}, { id: "../up" }, { id: "a-1", take: "t", name: "n".repeat(999), notes: 7 }];
    expect(readProgramme({ format: "speech-playground-programme", version: 1, items })).toEqual([
      { id: "a-1", kind: "take", take: "t", name: "n".repeat(120), excerpt: "" },
    ]);
  });

  it("is read once, however many scripts it has, and brings no text without an end", async () => {
    let reads = 0;
    const scripts = Array.from({ length: 300 }, (_, at) => {
      const { text, ...others } = packForm({ ...script, text: `Script ${at}.` });
      const get = () => {
        reads++;
        return text;
      };
      const counted = Object.defineProperty(others, "text", { enumerable: true, get });
      return { id: `a-${at}`, kind: "script", name: "", excerpt: "", script: counted };
    });
    const endless = "x".repeat(1_000_000);
    const slide = { id: "b", kind: "slide", name: endless, excerpt: endless, text: endless, notes: endless };
    const { programme } = openProgramme();
    await loaded(programme);
    const items = itemsOf({ format: "speech-playground-programme", version: 2, items: [...scripts, slide] });
    expect(await takeInProgramme(items, programme, openTestLibrary())).toMatchObject({ added: 301, known: 0 });
    // Once for itself, and not once more for each of the others.
    expect(reads).toBeLessThan(10 * scripts.length);
    expect(JSON.stringify(items.at(-1)).length).toBeLessThan(20_000);
  });

  it("brings of a script's list no word that is empty, without an end or one of too many", async () => {
    const endless = "x".repeat(1_000_000);
    const pronunciations = [
      { word: " ", spoken: endless },
      { word: "train", spoken: endless },
      { word: endless, spoken: "train" },
      { word: "script", spoken: "skript" },
      ...Array.from({ length: 2_000 }, (_, at) => ({ word: `word${at}`, spoken: "w" })),
    ];
    const item = { id: "a-1", kind: "script", name: "", excerpt: "", script: packForm({ ...script, pronunciations }) };
    const { programme } = openProgramme();
    await loaded(programme);
    const read = itemsOf({ format: "speech-playground-programme", version: 1, items: [item] });
    await takeInProgramme(read, programme, openTestLibrary());
    const [form] = programme.getState().items.flatMap((each) => scriptOf(each)?.form ?? []);
    expect(form?.pronunciations?.slice(0, 2)).toEqual([
      { word: "script", spoken: "skript" },
      { word: "word0", spoken: "w" },
    ]);
    expect(form?.pronunciations?.length).toBeLessThanOrEqual(mostPronunciations);
    expect(form && planOfForm(form)).toMatchObject({
      characters: script.text.length,
      pronunciations: [{ word: "script", spoken: "skript" }],
    });
  });

  it("brings slides, comparisons and blind tests along, with their takes and without what must not leave", async () => {
    const library = openTestLibrary();
    const { programme } = openProgramme();
    await loaded(programme);
    for (const id of ["one", "two"]) await speak(library, id);
    const picture = "data:image/png;base64,AAAA";
    const { add } = programme.getState();
    add({
      kind: "slide",
      name: "Welcome",
      excerpt: "",
      text: "Key: sk-aaaaaaaaaaaaaaaaaaaaaaaa",
      picture,
      titled: true,
    });
    add({ kind: "comparison", excerpt: "", takes: ["one", "two"], figures: true });
    add({ kind: "blind", excerpt: "", takes: ["one", "two"], question: "abx" });
    const { blob, leftOut } = await zipProgramme(programme.getState().items, library, origin, never);
    expect(leftOut).toEqual({ takes: 0, sounds: 0, cleaned: 1 });
    const other = await takeIn(blob, openProgramme("a third browser"));
    expect(other.report.added).toBe(2);
    expect(other.there.programme.getState().items).toMatchObject([
      { kind: "slide", name: "Welcome", text: "Key: [removed]", picture, titled: true },
      { kind: "comparison", takes: ["one", "two"], figures: true },
      { kind: "blind", takes: ["one", "two"], question: "abx" },
    ]);
    // A second time nothing is doubled, whatever ids it comes with.
    const again = itemsOf(other.report.programme).map((item, at) => ({ ...item, id: `other-${at}` }));
    expect(await takeInProgramme(again, other.there.programme, other.library)).toMatchObject({ added: 0, known: 3 });
  });

  it("brings as often as it is shown what is shown twice, with the notes of each", async () => {
    const { programme } = openProgramme();
    await loaded(programme);
    const slide = { kind: "slide", name: "Break", excerpt: "", text: "" } as const;
    for (const notes of ["Ten minutes.", "Half an hour."]) programme.getState().add({ ...slide, notes });
    const { blob } = await zipProgramme(programme.getState().items, openTestLibrary(), origin, never);
    const other = await takeIn(blob, openProgramme("a fourth browser"));
    expect(other.presented).toEqual({ added: 2, known: 0, missing: 0 });
    expect(other.there.programme.getState().items.map(({ notes }) => notes)).toEqual(["Ten minutes.", "Half an hour."]);
  });

  it("reads what was stored and saved before there were kinds, and leaves out what is damaged", () => {
    const file = { format: "speech-playground-programme", version: 1 };
    const old = [
      { id: "a", take: "t", name: "", excerpt: "A" },
      { id: "b", script: packForm(script), name: "", excerpt: "B" },
      { id: "c", kind: "blind", takes: ["one"], name: "", excerpt: "" },
      { id: "d", kind: "slide", text: "D", picture: "https://elsewhere.example/a.png", name: "", excerpt: "" },
    ];
    expect(readProgramme({ ...file, items: old })).toMatchObject([
      { id: "a", kind: "take", take: "t" },
      { id: "b", kind: "script", script: { text: script.text } },
      { id: "d", kind: "slide", text: "D", picture: undefined },
    ]);
  });
});
