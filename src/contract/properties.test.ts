import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseErrorBody } from "./errors.ts";
import { parseFrame } from "./frames.ts";
import { isJsonObject } from "./json.ts";
import { readModelList } from "./model-list.ts";
import { models } from "./models/index.ts";
import { describeProblem } from "./problems.ts";
import { resolveRequest } from "./resolve.ts";
import { endpoints } from "./routes.ts";
import { parseTask } from "./tasks.ts";
import { parseTimestamps } from "./timestamps.ts";
import { validateRequest } from "./validate.ts";

/** Every key that means something to some model, and some that mean something to JavaScript. */
const keys = [
  ...new Set(models.flatMap(({ fields }) => fields.flatMap(({ places }) => places.flatMap(({ path }) => path)))),
  ...["model", "extra_body", "instructions", "__proto__", "constructor", "toString", "", "a.b", "type", "id", "data"],
  ...["message", "error", "detail", "status", "words", "timestamps", "unit", "start", "end"],
];

/** Any JSON value, rich in known keys; made from its text so that `__proto__` is an own key, as in a real body. */
const json: fc.Arbitrary<unknown> = fc
  .letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(
        fc.constantFrom("null", "true", "false", "0", "1", "-1", "2.5", "1e999", '"0"', '"true"', '"wav"', '"Mei"'),
        fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      ),
      fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      fc
        .uniqueArray(fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), tie("value")), {
          selector: ([key]) => key,
          maxLength: 12,
        })
        .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
    ),
  }))
  .value.map((text): unknown => JSON.parse(text));

const anyModel = fc.constantFrom(...models);
const anyEndpoint = fc.constantFrom(...endpoints);

describe("for any JSON value", () => {
  test("the resolver accounts for every key of the body exactly once", () => {
    fc.assert(
      fc.property(anyModel, anyEndpoint, json, (model, endpoint, body) => {
        const resolution = resolveRequest(model, body, endpoint);
        const told = [...resolution.fields.values()].flatMap(({ winner, losers }) => [
          ...(winner === undefined ? [] : [winner]),
          ...losers,
        ]);
        const accounted = [...told, ...resolution.ignored].map(({ place }) => place);
        expect(accounted.sort()).toEqual(placesOf(body, model.containers).sort());
      }),
      { numRuns: 500 },
    );
  });

  test("validation answers with problems that can be said, and never throws", () => {
    fc.assert(
      fc.property(anyModel, anyEndpoint, json, (model, endpoint, body) => {
        for (const problem of validateRequest(resolveRequest(model, body, endpoint))) {
          expect(describeProblem(problem, "en")).toContain(problem.param);
          expect(describeProblem(problem, "zh")).toContain(problem.param);
        }
      }),
    );
  });

  test("tasks, timestamps, frames, errors and model lists are read without throwing, and the raw value is kept", () => {
    fc.assert(
      fc.property(
        json,
        fc.integer({ min: 100, max: 599 }),
        fc.option(fc.double(), { nil: undefined }),
        (value, status, duration) => {
          const text = JSON.stringify(value);
          const task = parseTask(value);
          if (task !== undefined) expect(task.raw).toBe(value);
          const timestamps = parseTimestamps(value, duration);
          expect(timestamps.raw).toBe(value);
          for (const { start, end } of timestamps.timings) expect(end).toBeGreaterThanOrEqual(start);
          expect(parseFrame(text).text).toBe(text);
          expect(parseErrorBody(text).raw).toBe(text);
          if (status !== 200) expect(readModelList(status, value).kind).not.toBe("listed");
          else readModelList(status, value);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("any text at all is read as a frame and as an error body, and kept", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(parseFrame(text).text).toBe(text);
      expect(parseErrorBody(text).raw).toBe(text);
    }),
  );
});

test("what a body inherits is not in it", () => {
  const inherited = { input: "a", voice: "https://a.example/b.wav", extra_body: { voice: "x" }, stream: true };
  for (const model of models) {
    const { fields, ignored } = resolveRequest(model, Object.create(inherited), "speech");
    expect([...fields.values()].filter(({ winner }) => winner !== undefined)).toEqual([]);
    expect(ignored).toEqual([]);
  }
});

/** The keys of a body as places: those inside a container count, a container that is an object does not. */
function placesOf(body: unknown, containers: readonly string[]): string[] {
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    if (key === "model") return [];
    if (!containers.includes(key)) return [key];
    return isJsonObject(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [];
  });
}
