import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FieldDescriptor, type FieldValue, modes, placements, spellings, transports } from "./model.ts";
import { models } from "./models/index.ts";
import { refVoice2 } from "./models/refvoice-2.ts";
import { streamSpeechV8 } from "./models/streamspeech-v8.ts";
import { buildRequest } from "./request.ts";
import { resolveRequest } from "./resolve.ts";
import { applies, checkValue, validateRequest } from "./validate.ts";

/** Any value that the document allows for a field. */
function validValue(field: FieldDescriptor): fc.Arbitrary<FieldValue> {
  switch (field.kind) {
    case "text":
      return fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 });
    case "voice":
      return fc.constantFrom(...field.voices.map(({ name }) => name));
    case "reference":
      return fc.webUrl({ withQueryParameters: true });
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...field.options.map(({ value }) => value));
    case "number": {
      const range = field.range === "undocumented" ? { minimum: -1e6, maximum: 1e6 } : field.range;
      return fc.double({ min: range.minimum, max: range.maximum, noNaN: true }).map((value) => value + 0);
    }
  }
}

const cases = models.flatMap((model) =>
  modes.flatMap((mode) =>
    transports
      .filter((transport) => model.modes[mode]?.transports.includes(transport))
      .map((transport) => ({ model, mode, transport })),
  ),
);

describe.each(cases)("$model.id, $mode, $transport", ({ model, mode, transport }) => {
  const form = fc.record(
    Object.fromEntries(
      model.fields.filter(({ group }) => group !== "control").map((field) => [field.key, validValue(field)]),
    ),
    { requiredKeys: ["text", "voice"] },
  );
  const places = fc.record(
    Object.fromEntries(
      model.fields.map((field) => [field.key, fc.constantFrom(...field.places.map(({ path }) => path.join(".")))]),
    ),
  );
  const style = fc.record({
    spelling: fc.constantFrom(...spellings),
    placement: fc.constantFrom(...placements),
    places: fc.oneof(fc.constant({}), places),
  });

  test("what a form holds is what a service understands, in every spelling and at every place", () => {
    fc.assert(
      fc.property(form, style, (values, options) => {
        const request = buildRequest(model, values, { mode, transport, ...options });
        const resolution = resolveRequest(model, JSON.parse(request.body), request.endpoint);
        expect(resolution.mode).toBe(mode);
        expect(resolution.ignored).toEqual([]);
        for (const field of model.fields) {
          if (field.group === "control") continue;
          const { winner, losers } = resolution.fields.get(field.key) ?? { losers: [] };
          expect(losers).toEqual([]);
          // JSON knows no −0.
          const sent = applies(field, mode, request.endpoint)
            ? JSON.parse(JSON.stringify(values[field.key] ?? null))
            : null;
          expect(winner?.value ?? null).toEqual(sent);
        }
        const wrong = validateRequest(resolution).filter(({ code, param }) => !knownDisagreement(code, param));
        expect(wrong).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  /** Each value is allowed by itself; pcm outside stream mode and a codec of another format are the form's to avoid. */
  function knownDisagreement(code: string, param: string): boolean {
    return (
      model === streamSpeechV8 && param === "response_format" && (code === "conflict" || code === "value_not_allowed")
    );
  }
});

test("a field that the form names at an unknown place is written where it always stands", () => {
  const { body } = buildRequest(
    refVoice2,
    { voice: "https://a.example/b.wav" },
    { mode: "async", places: { voice: "nowhere" } },
  );
  expect(JSON.parse(body)).toEqual({ model: "refvoice-2", voice: "https://a.example/b.wav" });
});

test("values that JSON has no word for are no numbers either", () => {
  for (const model of models) {
    for (const field of model.fields) {
      if (field.kind !== "number") continue;
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1n, undefined]) {
        expect(checkValue(field, value, field.key, "speech")).toMatchObject({ code: "wrong_type", param: field.key });
      }
    }
  }
});

describe("ranges", () => {
  const ranged = models.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      field.kind === "number" && field.range !== "undocumented" ? [{ field, ...field.range }] : [],
    ),
  );

  test.each(ranged)("$field.key from $minimum to $maximum, both ends included", ({ field, minimum, maximum }) => {
    const check = (value: number) => checkValue(field, value, "sent", "stream");
    expect(check(minimum)).toBeUndefined();
    expect(check(maximum)).toBeUndefined();
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const inside = value >= minimum && value <= maximum;
        expect(check(value)).toEqual(
          inside ? undefined : expect.objectContaining({ code: "out_of_range", sent: value }),
        );
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: minimum, max: maximum, noNaN: true }), (value) => check(value) === undefined),
    );
  });
});

test("of any spellings that are present the first of OpenAI, capitalised, lower case wins; equal ones are fine", () => {
  const named = [
    ["text", ["input", "Text", "text"]],
    ["voice", ["voice", "VoiceId", "voiceid"]],
  ] as const;
  const value = fc.constantFrom("one", "two");
  fc.assert(
    fc.property(
      fc.constantFrom(...named),
      fc.array(value, { minLength: 3, maxLength: 3 }),
      fc.subarray([0, 1, 2], { minLength: 1 }),
      fc.boolean(),
      ([key, names], values, present, backwards) => {
        const order = backwards ? [...present].reverse() : present;
        const candidate = (index: number) => ({ place: names[index] ?? "", value: values[index] });
        const body = Object.fromEntries(order.map((index) => [names[index], values[index]]));
        const [winner, ...losers] = [...present].sort().map(candidate);
        const resolution = resolveRequest(streamSpeechV8, body, "speech");
        expect(resolution.fields.get(key)).toMatchObject({ winner, losers });
        expect(validateRequest(resolution).filter(({ param }) => param === winner?.place)).toEqual([]);
      },
    ),
  );
});
