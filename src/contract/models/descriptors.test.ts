import { describe, expect, test } from "vitest";
import { interfaceLanguages } from "../language.ts";
import { isTerminal, taskStatuses } from "../tasks.ts";
import { cloudTts } from "./cloud-tts.ts";
import { findModel, models } from "./index.ts";
import { refVoice2 } from "./refvoice-2.ts";
import { streamSpeechV8 } from "./streamspeech-v8.ts";

test("the three models of the document come first, and what only resembles an identifier names none", () => {
  expect(models.slice(0, 3).map(({ id }) => id)).toEqual(["cloud-tts", "streamspeech-v8", "refvoice-2"]);
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
  for (const model of models) expect(findModel(model.id)).toBe(model);
  for (const id of ["Cloud-TTS", "cloud-tts ", "", "__proto__", "constructor", null, undefined, 0, ["cloud-tts"]]) {
    expect(findModel(id)).toBeUndefined();
  }
});

describe.each(models)("$id", (model) => {
  test("every field has one key, and no place belongs to two fields", () => {
    const keys = model.fields.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const places = model.fields.flatMap((field) => field.places.map(({ path }) => path.join(".")));
    expect(new Set(places).size).toBe(places.length);
  });

  test("everything that refers to a field, a place, a mode or an option finds it", () => {
    for (const field of model.fields) {
      if (field.writes !== undefined) expect(field.places.map(({ path }) => path.join("."))).toContain(field.writes);
      for (const mode of field.modes) expect(model.modes).toHaveProperty(mode);
      for (const { path } of field.places) {
        if (path.length > 1) expect(model.containers).toContain(path[0]);
      }
      if (field.shownWhen !== undefined) {
        const other = model.fields.find(({ key }) => key === field.shownWhen?.key);
        const options = other?.kind === "choice" ? other.options.map(({ value }) => value) : [];
        for (const value of field.shownWhen.values) expect(options).toContain(value);
      }
      if (field.kind === "choice" && field.default !== "undocumented") {
        expect(field.options.map(({ value }) => value)).toContain(field.default);
      }
      if (field.kind === "reference" && field.fallback !== undefined) {
        expect(model.fields.map(({ key }) => key)).toContain(field.fallback);
      }
    }
    expect(model.modes).toHaveProperty(model.defaultMode);
  });

  test("where the document gives no range, our own is there for the slider and holds the neutral value", () => {
    for (const field of model.fields) {
      if (field.kind !== "number") continue;
      const range = field.range === "undocumented" ? field.ownRange : field.range;
      expect(field.ownRange === undefined, field.key).toBe(field.range !== "undocumented");
      expect(field.neutral).toBeGreaterThanOrEqual(range?.minimum ?? Number.POSITIVE_INFINITY);
      expect(field.neutral).toBeLessThanOrEqual(range?.maximum ?? Number.NEGATIVE_INFINITY);
    }
  });

  test("every text for people is there in every language", () => {
    const texts = [model.summary, model.badge, ...model.fields.flatMap((field) => [field.label, field.help])];
    for (const text of texts) for (const language of interfaceLanguages) expect(text[language].trim()).not.toBe("");
  });
});

test("the short label of an option stands in its label, so that both names find it", () => {
  const options = models.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.kind === "choice" ? field.options : [])),
  );
  const shortened = options.filter(({ short }) => short !== undefined);
  expect(shortened).not.toEqual([]);
  for (const { label, short } of shortened) {
    for (const language of interfaceLanguages) {
      expect(label?.[language].toLowerCase()).toContain(short?.[language].toLowerCase());
    }
  }
});

test("Model A's own ranges are those that the embedded service keeps", () => {
  const ranges = cloudTts.fields.flatMap((field) => (field.kind === "number" ? [[field.key, field.ownRange]] : []));
  expect(Object.fromEntries(ranges)).toEqual({
    speed: { minimum: 0.25, maximum: 4 },
    volume: { minimum: 0, maximum: 2 },
    pitch: { minimum: -100, maximum: 100 },
  });
});

test("an answer's audio is known from a form that sets nothing", () => {
  expect(cloudTts.output({})).toEqual({ codec: "mp3" });
  expect(streamSpeechV8.output({})).toEqual({ codec: "mp3", bitrate: 192 });
  expect(refVoice2.output({})).toEqual({ codec: "wav" });
});

test("a bitrate that is no number promises none", () => {
  expect(streamSpeechV8.output({ bitrate: "fast" })).toEqual({ codec: "mp3" });
});

test("polling ends with completed and failed, never with a status that nobody knows", () => {
  expect([...taskStatuses, "unknown" as const].filter(isTerminal)).toEqual(["completed", "failed"]);
});
