import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mode, modes } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import { derivePlan, derivePrice, deriveRequest, measureText, type PlanSettings } from "./derive.ts";
import { packForm, receiveForm } from "./shared-form.ts";
import { planOfForm, submissionOf } from "./submission.ts";

const first: PlanSettings = { model: undefined, modes: {}, transport: "http", values: {} };

function planFor(text: string, settings: Partial<PlanSettings> = {}) {
  return derivePlan({ ...first, ...settings }, "en", measureText(text));
}

const bodyOf = (text: string, settings: Partial<PlanSettings> = {}): Record<string, unknown> =>
  JSON.parse(deriveRequest(planFor(text, settings), text).body);

describe("a first visit", () => {
  it("streams StreamSpeech v8 over HTTP with Autumn, and with Mei in Chinese", () => {
    const plan = planFor("Good evening");
    expect(plan).toMatchObject({ model: { label: "StreamSpeech v8" }, mode: "stream", transport: "http" });
    expect(plan.obstacle).toBeUndefined();
    expect(bodyOf("Good evening")).toEqual({
      model: "streamspeech-v8",
      input: "Good evening",
      voice: "Autumn",
      stream: true,
    });
    expect(derivePlan(first, "zh", measureText("夜车出发")).fields[0]).toMatchObject({ value: "Mei" });
  });

  it("gives a text the voice that speaks it, whatever the interface speaks, until a person chooses one", () => {
    const voiceFor = (language: "en" | "zh", text: string, settings: Partial<PlanSettings> = {}) =>
      derivePlan({ ...first, ...settings }, language, measureText(text)).fields.find(
        ({ field }) => field.kind === "voice",
      )?.value;
    expect(voiceFor("zh", "The night train leaves at ten.")).toBe("Autumn");
    expect(voiceFor("en", "夜车十点出发。")).toBe("Mei");
    expect(voiceFor("zh", "42")).toBe("Mei");
    expect(voiceFor("en", "夜行列車は十時に出発します。", { model: "cloud-tts" })).toBe("ja-JP-NanamiNeural");
    // The model has none that fits: the interface's own stays, and the page offers another model.
    expect(voiceFor("en", "夜行列車は十時に出発します。")).toBe("Autumn");
    const chosen = { values: { "streamspeech-v8": { voice: "Noah" } } };
    expect(voiceFor("zh", "夜车十点出发。", chosen)).toBe("Noah");
  });
});

describe("the mode by the script's length", () => {
  it.each([
    [999, "stream", undefined],
    [1_000, "stream", undefined],
    [1_001, "speech", undefined],
    [5_000, "speech", undefined],
    [5_001, "async", undefined],
    [500_000, "async", undefined],
    [500_001, "async", "too_long"],
  ] as const)("%i characters go as %s", (characters, mode, obstacle) => {
    const plan = derivePlan(first, "en", { ...measureText("a"), characters });
    expect(plan.mode).toBe(mode);
    expect(plan.obstacle?.kind).toBe(obstacle);
  });

  it("counts an emoji as one character", () => {
    expect(planFor("🚂".repeat(1_000)).mode).toBe("stream");
    expect(planFor("🚂".repeat(1_001)).mode).toBe("speech");
  });

  it("gives the choice back when the script gets shorter", () => {
    const settings = { modes: { "streamspeech-v8": "stream" as Mode } };
    expect(planFor("a".repeat(2_000), settings).effective.yielded).toMatchObject({ from: "stream", limit: 1_000 });
    expect(planFor("a".repeat(20), settings)).toMatchObject({ mode: "stream", effective: { mode: "stream" } });
  });

  it("says what would take a script that is too long for the model", () => {
    expect(planFor("a".repeat(500_001)).obstacle).toMatchObject({
      kind: "too_long",
      limit: 500_000,
      instead: [
        { model: { id: "cloud-tts" }, mode: "speech" },
        { model: { id: "refvoice-2" }, mode: "speech" },
      ],
    });
  });

  it.each([
    ["cloud-tts", undefined, 5_000],
    ["refvoice-2", undefined, 2_048],
    ["refvoice-2", "async", 2_048],
  ] as const)("%s sends what is longer than one request takes in parts, chosen as %s", (model, mode, limit) => {
    const voice = { voice: "https://a.example/b.wav" };
    const settings = { model, modes: mode === undefined ? {} : { [model]: mode }, values: { [model]: voice } };
    expect(planFor("a".repeat(limit), settings).partLimit).toBeUndefined();
    const text = "One, two, three. ".repeat(Math.ceil((2 * limit) / 17) + 1);
    const plan = planFor(text, settings);
    expect(plan).toMatchObject({ mode: "speech", transport: "http", partLimit: limit, obstacle: undefined });
    expect(plan.availability.speech).toEqual({ on: true, limit });
    const { parts, request, row } = submissionOf(plan, text, {});
    expect(parts).toHaveLength(3);
    expect(request.body).toBe(parts?.[0]?.body);
    for (const { body } of parts ?? []) expect(Array.from(JSON.parse(body).input).length).toBeLessThanOrEqual(limit);
    // Each request of RefVoice 2 has its own base price.
    if (row.price?.kind === "money") expect(row.price.amount).toBeGreaterThan(3 * 0.015);
  });
});

describe("the form", () => {
  it("sends only what was set and applies", () => {
    const values = { "streamspeech-v8": { speed: 0.5, temperature: 0.4, timestamp_type: "word" } };
    expect(bodyOf("Hello", { values })).toMatchObject({ speed: 0.5, temperature: 0.4 });
    expect(bodyOf("Hello", { values })).not.toHaveProperty("timestamptype");
    const spoken = bodyOf("Hello", { values, modes: { "streamspeech-v8": "speech" } });
    expect(spoken).toMatchObject({ speed: 0.5, timestamptype: "word", speech: true });
    expect(spoken).not.toHaveProperty("temperature");
  });

  it("leaves out what another field hides, also from the request", () => {
    const vector = "使用情感向量控制";
    const form = { voice: "https://example.org/a.wav", emo_happy: 0.6, emo_control_method: vector };
    const settings = { model: "refvoice-2", modes: { "refvoice-2": "speech" as Mode } };
    expect(bodyOf("Hi", { ...settings, values: { "refvoice-2": form } })).toMatchObject({ emo_happy: 0.6 });
    const { emo_control_method: _, ...hidden } = form;
    const plan = planFor("Hi", { ...settings, values: { "refvoice-2": hidden } });
    expect(plan.fields.map(({ field }) => field.key)).not.toContain("emo_happy");
    expect(bodyOf("Hi", { ...settings, values: { "refvoice-2": hidden } })).not.toHaveProperty("emo_happy");
  });

  it("names a value that the document doesn't allow, and sends it all the same", () => {
    const values = { "streamspeech-v8": { speed: 3 } };
    const plan = planFor("Hi", { values });
    expect(plan.fields.find(({ field }) => field.key === "speed")?.problem).toMatchObject({
      code: "out_of_range",
      param: "speed",
    });
    expect(plan.obstacle).toBeUndefined();
    expect(bodyOf("Hi", { values })).toMatchObject({ speed: 3 });
  });

  it("finds fields that contradict each other", () => {
    const values = { "streamspeech-v8": { codec: "pcm_s16le", response_format: "mp3" } };
    expect(planFor("Hi", { values }).conflicts).toHaveLength(1);
    expect(planFor("Hi").conflicts).toEqual([]);
  });
});

describe("what keeps Speak off", () => {
  it("is a script without anything to say", () => {
    for (const text of ["", "  \n\t "]) expect(planFor(text).obstacle).toEqual({ kind: "no_text" });
  });

  it("is a reference that is missing", () => {
    const { obstacle } = planFor("Hi", { model: "refvoice-2" });
    expect(obstacle).toMatchObject({ kind: "missing", fields: [{ field: { key: "voice" } }] });
  });

  it("is neither a WebSocket nor a task", () => {
    expect(planFor("Hi", { transport: "websocket" }).obstacle).toBeUndefined();
    expect(planFor("Hi", { modes: { "streamspeech-v8": "async" } }).obstacle).toBeUndefined();
  });
});

describe("a script with directions", () => {
  const script = "Welcome.\n[Mei] 你好。[pause 0.8s] 再见。\nThe end.";
  const inputsOf = (text: string, settings: Partial<PlanSettings> = {}) =>
    (submissionOf(planFor(text, settings), text, {}).parts ?? []).map((part) => ({
      said: text.slice(part.start, part.end),
      voice: JSON.parse(part.body).voice,
      input: JSON.parse(part.body).input,
      pause: part.pause,
    }));

  it("becomes requests: each voice speaks its paragraph, pauses last as they say, no bracket is spoken", () => {
    expect(inputsOf(script)).toEqual([
      { said: "Welcome.", input: "Welcome.", voice: "Autumn", pause: 0 },
      { said: "你好。", input: "你好。", voice: "Mei", pause: 0.55 },
      { said: "再见。", input: "再见。", voice: "Mei", pause: 0.8 },
      { said: "The end.", input: "The end.", voice: "Autumn", pause: 0.55 },
    ]);
    const { row } = submissionOf(planFor(script), script, {});
    expect(row.excerpt).toBe("Welcome.\n你好。 再见。\nThe end.");
    expect(row.price).toEqual({ kind: "tokens", tokens: 22 });
  });

  it("is a take of all its voices, in the order in which they begin", () => {
    const rowOf = (text: string) => submissionOf(planFor(text), text, {}).row;
    const several = "[Noah] It is late.\nAutumn says the rest.\n[Mei] 你好。\n[Noah] Good night.";
    expect(rowOf(several)).toMatchObject({ voice: "Noah", voices: ["Noah", "Autumn", "Mei"] });
    expect(rowOf("[Mei] 你好。[pause] 再见。").voices).toBeUndefined();
    expect(rowOf("[Autumn] One.\nTwo.").voices).toBeUndefined();
    expect(rowOf("a. ".repeat(4_000)).voices).toBeUndefined();
  });

  it("goes over HTTP, in the chosen mode where that answers with sound, and never as a task", () => {
    const at = (mode: Mode) => planFor(script, { modes: { "streamspeech-v8": mode }, transport: "websocket" });
    expect(at("stream")).toMatchObject({ mode: "stream", transport: "http", partLimit: 1_000 });
    expect(at("speech")).toMatchObject({ mode: "speech", partLimit: 5_000 });
    expect(at("async")).toMatchObject({ mode: "speech", availability: { async: { on: false, reason: "in_parts" } } });
    expect(planFor(script + "a".repeat(8_000)).mode).toBe("speech");
  });

  it("is spoken as it stands where a person wants that, and by a model without voices of such names", () => {
    expect(inputsOf(script, { followsDirections: false })).toEqual([]);
    expect(planFor(script, { followsDirections: false })).toMatchObject({ hasDirections: true, obstacle: undefined });
    // On the stage, from a link and out of a take, too.
    const { form, request } = submissionOf(planFor(script, { followsDirections: false }), script, {});
    const received = receiveForm(packForm(form))?.form;
    if (received === undefined) throw new Error("The form can't be read again.");
    expect(submissionOf(planOfForm(received), received.text, {})).toMatchObject({ request, parts: undefined, form });
    expect(bodyOf("[Note] Hello")).toMatchObject({ input: "[Note] Hello" });
    expect(planFor("[Note] Hello")).toMatchObject({ hasDirections: false, partLimit: undefined });
  });

  it("isn't sent with a name that no voice has beside those of voices, nor with a pause out of range", () => {
    const wrongIn = (text: string, settings: Partial<PlanSettings> = {}) => {
      const { obstacle } = planFor(text, settings);
      return obstacle?.kind === "directions" ? obstacle.wrong.map(({ start, end }) => text.slice(start, end)) : [];
    };
    expect(wrongIn("[Mei] 你好。\n[Mee] 再见。")).toEqual(["[Mee]"]);
    expect(wrongIn("One. [pause 90s] Two. [pause 1s] Three.")).toEqual(["[pause 90s]"]);
    // A voice of another model.
    expect(wrongIn("[Mei] 你好。", { model: "cloud-tts" })).toEqual(["[Mei]"]);
    // What else is lacking is told after.
    expect(wrongIn("[Mei] 你好。", { model: "refvoice-2" })).toEqual(["[Mei]"]);
    expect(planFor("[Mei] [pause 1s]").obstacle).toEqual({ kind: "no_text", directions: true });
    expect(planFor("[pause 1s] ……").obstacle).toEqual({ kind: "no_text", directions: true });
    expect(planFor("【头条】 [pause 1s]").obstacle).toBeUndefined();
  });

  it("sends no request for what holds nothing to speak", () => {
    const text = "Are you ready [pause 1s]?";
    const { parts, row } = submissionOf(planFor(text), text, {});
    expect(parts).toMatchObject([{ pauseBehind: 1 }]);
    expect(row.characters).toBe("Are you ready".length);
    const signs = "……".repeat(12_000);
    expect(planFor(signs, { model: "cloud-tts" }).obstacle).toEqual({ kind: "no_text" });
    const unfollowed = { model: "cloud-tts", followsDirections: false };
    expect(planFor("[pause] ".repeat(1_000), unfollowed).obstacle).toBeUndefined();
  });

  it("sends what the list of pronunciations makes speakable, and nothing that it makes silent", () => {
    const list = [
      { word: "§", spoken: "paragraph" },
      { word: "—", spoken: "dash" },
      { word: "uh", spoken: "…" },
    ];
    const text = "Hello [pause 1s] — [pause 1s] uh [pause 1s] bye";
    const plan = derivePlan(first, "en", measureText(text, list));
    const parts = submissionOf(plan, text, {}).parts ?? [];
    expect(parts.map(({ start, end, pause }) => [text.slice(start, end), pause])).toEqual([
      ["Hello", 0],
      ["—", 1],
      ["bye", 2],
    ]);
    const obstacleOf = (said: string) => derivePlan(first, "en", measureText(said, list)).obstacle;
    expect(obstacleOf("[pause 1s] §")).toBeUndefined();
    expect(obstacleOf("[pause 1s] uh")).toEqual({ kind: "no_text", directions: true });
  });
});

describe("a script with words of the list of pronunciations", () => {
  const list = [
    { word: "GPU", spoken: "G P U" },
    { word: "重庆", spoken: "虫庆" },
  ];
  const planWith = (text: string, settings: Partial<PlanSettings> = {}) =>
    derivePlan({ ...first, ...settings }, "en", measureText(text, list));

  it.each(models.map(({ id }) => [id]))("is sent by %s as they are spoken, and kept as it is written", (model) => {
    const plan = planWith("A GPU in 重庆", { model });
    const { request, form } = submissionOf(plan, "A GPU in 重庆", {});
    expect(request.body).toContain("A G P U in 虫庆");
    expect(form).toMatchObject({ text: "A GPU in 重庆", pronunciations: list });
    // On the stage the same is sent, whatever the list is by then.
    expect(submissionOf(planOfForm(form), form.text, {}).request.body).toContain("A G P U in 虫庆");
  });

  it("keeps nothing of a list that it has no word of", () => {
    const plan = planWith("A CPU");
    expect(plan.pronunciations).toEqual([]);
    expect(submissionOf(plan, "A CPU", {}).form).not.toHaveProperty("pronunciations");
  });

  it("is counted, limited and priced as it is sent", () => {
    const text = `${"a".repeat(994)} GPU`;
    expect(planFor(text)).toMatchObject({ characters: 998, mode: "stream" });
    expect(planWith(text)).toMatchObject({ characters: 1_000, mode: "stream" });
    expect(planWith(`aa ${text}`)).toMatchObject({ characters: 1_003, mode: "speech" });
    expect(derivePrice(planWith(text), text)).toEqual({ kind: "tokens", tokens: 1_000 });
  });

  it("is told in remarks, names and takes by the words as they are written", () => {
    const text = "[Mei] 重庆。[pause 1s] GPU.";
    const { parts, row } = submissionOf(planWith(text), text, {});
    expect(parts?.map(({ body }) => JSON.parse(body).input)).toEqual(["虫庆。", "G P U."]);
    expect(row.excerpt).toBe("重庆。 GPU.");
    // The direction isn't spoken, and isn't paid for either.
    expect(row).toMatchObject({ characters: 9, price: { kind: "tokens", tokens: 9 } });
  });

  it("goes in parts that are short enough as they are sent, and hold all of it", () => {
    const words = fc.array(fc.constantFrom("GPU", "a", "train. ", " ", "重庆", "\n", "GPU GPU GPU. "), {
      minLength: 1_000,
      maxLength: 4_000,
    });
    fc.assert(
      fc.property(words, (pieces) => {
        const text = pieces.join(" ");
        const plan = planWith(text, { model: "cloud-tts" });
        const parts = submissionOf(plan, text, {}).parts ?? [];
        for (const { body } of parts) expect(JSON.parse(body).input.length).toBeLessThanOrEqual(5_000);
        const said = parts.map(({ start, end }) => text.slice(start, end)).join("");
        if (parts.length > 0) expect(said.replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
      }),
      { numRuns: 20 },
    );
  });
});

describe("the price", () => {
  it("of nothing but brackets isn't there, and nothing breaks", () => {
    expect(derivePrice(planFor("[pause 1s]"), "[pause 1s]")).toBeUndefined();
  });

  it("is told as far as the document tells it", () => {
    expect(derivePrice(planFor("🚂🚂"), "🚂🚂")).toEqual({ kind: "tokens", tokens: 2 });
    expect(derivePrice(planFor("Hi", { model: "cloud-tts" }), "Hi")).toEqual({ kind: "undocumented" });
    expect(derivePrice(planFor("Hi", { model: "refvoice-2" }), "Hi")).toMatchObject({ kind: "money", seconds: 1 });
  });
});

it("derives a plan that holds together from any settings", () => {
  const arbitrary = fc.record({
    model: fc.option(fc.constantFrom(...models.map(({ id }) => id), "gone"), { nil: undefined }),
    modes: fc.dictionary(fc.constantFrom(...models.map(({ id }) => id)), fc.constantFrom(...modes)),
    transport: fc.constantFrom("http" as const, "websocket" as const),
    values: fc.dictionary(
      fc.constantFrom(...models.map(({ id }) => id)),
      fc.dictionary(
        fc.constantFrom("speed", "pitch", "voice", "codec", "emo_happy"),
        fc.oneof(fc.string(), fc.double()),
      ),
    ),
  });
  fc.assert(
    fc.property(arbitrary, fc.nat(600_000), (settings, characters) => {
      const plan = derivePlan(settings, "en", { ...measureText("a"), characters, hasText: characters > 0 });
      expect(plan.model.modes[plan.mode]).toBeDefined();
      expect(plan.transports).toContain(plan.transport);
      for (const { field } of plan.fields) expect(field.modes).toContain(plan.mode);
      expect(() => deriveRequest(plan, "x")).not.toThrow();
      if (!plan.availability[plan.mode].on) expect(plan.obstacle).toBeDefined();
    }),
  );
});
