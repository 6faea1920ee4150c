import { describe, expect, it } from "vitest";
import { models } from "./models/index.ts";
import { refVoice2 } from "./models/refvoice-2.ts";
import { streamSpeechV8 } from "./models/streamspeech-v8.ts";
import {
  isPlaced,
  placeable,
  placeKey,
  placementKey,
  placeNames,
  placingOf,
  spellingKey,
  wonPlaces,
} from "./placing.ts";
import { buildRequest } from "./request.ts";

const values = { text: "Hi", voice: "https://a.example/v.wav", emo_happy: 0.6, emo_calm: 0.2 };
const send = (form: Readonly<Record<string, string>>) =>
  buildRequest(refVoice2, values, { mode: "async", ...placingOf(refVoice2, form) });

it("the spelling that a form chooses is the one that is sent, and anything else is none", () => {
  const body = (spelling: string) => {
    const placing = placingOf(streamSpeechV8, { [spellingKey]: spelling });
    const request = buildRequest(
      streamSpeechV8,
      { text: "Hi", voice: "Mei", speed: 1 },
      { mode: "speech", ...placing },
    );
    return JSON.parse(request.body);
  };
  expect(body("capitalised")).toEqual({ model: "streamspeech-v8", Text: "Hi", VoiceId: "Mei", Speed: 1, speech: true });
  expect(body("lowercase")).toEqual({ model: "streamspeech-v8", text: "Hi", voiceid: "Mei", speed: 1, speech: true });
  expect(body("nonsense")).toEqual({ model: "streamspeech-v8", input: "Hi", voice: "Mei", speed: 1, speech: true });
});

describe("the places that a form chooses", () => {
  it("are those of the document, and none where nothing is chosen", () => {
    expect(placingOf(refVoice2, {})).toEqual({});
    expect(JSON.parse(send({}).body)).toEqual({
      model: "refvoice-2",
      input: "Hi",
      voice: "https://a.example/v.wav",
      emo_happy: 0.6,
      emo_calm: 0.2,
    });
  });

  it("hold for a group, and for a single field before the group", () => {
    const { body } = send({
      [placementKey]: "instructions",
      "@place.emo_calm": "extra_body.emo_calm",
      "@place.voice": "extra_body.prompt_simple",
      "@place.text": "prompt_text",
    });
    expect(JSON.parse(body)).toEqual({
      model: "refvoice-2",
      prompt_text: "Hi",
      extra_body: { prompt_simple: "https://a.example/v.wav", emo_calm: 0.2 },
      instructions: { emo_happy: 0.6 },
    });
    expect(wonPlaces(refVoice2, body, "tasks").map(({ place, value }) => [place, value])).toEqual([
      ["prompt_text", "Hi"],
      ["extra_body.prompt_simple", "https://a.example/v.wav"],
      ["instructions.emo_happy", 0.6],
      ["extra_body.emo_calm", 0.2],
    ]);
  });

  it("are ignored where they aren't places of that field", () => {
    expect(placingOf(refVoice2, { [placementKey]: "elsewhere", "@place.voice": "emo_happy" })).toEqual({});
  });

  it("are reached one by one: every place of every field is written where it says", () => {
    const filled = Object.fromEntries(refVoice2.fields.map(({ key }) => [key, key]));
    for (const field of placeable(refVoice2)) {
      for (const place of placeNames(field)) {
        const placing = placingOf(refVoice2, { [placeKey(field)]: place });
        const { body } = buildRequest(refVoice2, filled, { mode: "async", ...placing });
        const won = wonPlaces(refVoice2, body, "tasks").find((found) => found.field === field);
        expect([field.key, won?.place]).toEqual([field.key, place]);
      }
    }
  });
});

it("only Model C leaves a choice, and no field's key looks like one of a place", () => {
  expect(models.filter((model) => placeable(model).length > 0)).toEqual([refVoice2]);
  expect(
    placeable(refVoice2)
      .filter((field) => !isPlaced(field))
      .map(({ key }) => key),
  ).toEqual(["text", "voice"]);
  for (const { key } of models.flatMap(({ fields }) => fields)) expect(key).not.toMatch(/^@/);
});
