import { describe, expect, it } from "vitest";
import { isJsonObject, parseJson } from "../../contract/json.ts";
import { interfaceLanguages } from "../../contract/language.ts";
import { findModel, models } from "../../contract/models/index.ts";
import { type CheckStep, endpointOfRequest, expectsRefusal } from "../checks/check.ts";
import { priceOfSteps, priceUnlessRefused, stepsSent } from "../checks/price.ts";
import { checksOfGolden, needsReference, wholeSuite } from "./index.ts";
import { documentRules } from "./rules.ts";

const files: Readonly<Record<string, string>> = import.meta.glob("../../contract/golden/*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});
const suite = wholeSuite(
  Object.entries(files).flatMap(([path, text]) => checksOfGolden(/([\w-]+)\.json$/.exec(path)?.[1] ?? path, text)),
);
const ids = suite.map(({ id }) => id);

/** What a request asks for beside its model, text and voice; none where that is nothing. */
function shapeOf({ request }: CheckStep): readonly string[] {
  const body = parseJson(request.transport === "websocket" ? request.frames[0] : request.body);
  if (!isJsonObject(body)) return [];
  const told = Object.entries(body).filter(([key]) => !/^(?:model|input|text|voice|voiceid)$/i.test(key));
  const model = findModel(body["model"])?.id ?? "streamspeech-v8";
  return told.length === 0 ? [] : [JSON.stringify([model, endpointOfRequest(request), told.toSorted()])];
}

describe("the rules of the document", () => {
  it.each(documentRules.map((rule) => [`${rule.section}: ${rule.rule.en}`, rule] as const))("%s", (_, rule) => {
    if ("reason" in rule) expect(rule.reason.en).not.toBe("");
    else
      for (const beginning of rule.checks)
        expect(
          ids.filter((id) => id.startsWith(beginning)),
          beginning,
        ).not.toEqual([]);
  });

  it("are there for every section that has rules", () => {
    const sections = new Set(documentRules.map(({ section }) => section));
    expect([...sections]).toEqual(
      expect.arrayContaining(["1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "3", "4", "5", "6", "7", "8"]),
    );
  });
});

describe("the suite", () => {
  it("calls no two checks by the same name, in either language", () => {
    for (const language of interfaceLanguages) {
      const names = suite.map(({ rule }) => rule[language]);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });

  it("names what differs where several checks are of one rule", () => {
    const required = suite
      .map(({ rule }) => rule.en)
      .filter((rule) => rule.startsWith("cloud-tts: input is required."));
    expect(required.length).toBeGreaterThan(1);
    for (const name of required) expect(name).toMatch(/ \(\w+\)$| Sent: ./);
  });

  it("has every check once, with something expected of every request of which nothing else depends", () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, steps } of suite) {
      expect(steps.length, id).toBeGreaterThan(0);
      for (const { name, expect: expected } of steps) expect(expected.length, `${id} ${name}`).toBeGreaterThan(0);
    }
  });

  it.each([
    ["model-a", ["1", "2.1", "2.2", "4"]],
    ["model-c", ["1", "2.4", "2.5", "4"]],
  ])("has what was written down of %s in the sections of that model", (name, sections) => {
    const mine = suite.filter(({ id }) => id.includes(`/golden-${name}-`));
    expect(mine.filter(({ section }) => !sections.includes(section)).map(({ id }) => id)).toEqual([]);
  });

  it("judges only the embedded service by a request whose refusal is said to be its own choice", () => {
    const own = new Set(
      suite.flatMap(({ id, beyond, steps }) =>
        beyond === true && id.includes("/golden-") ? steps.filter(expectsRefusal).flatMap(shapeOf) : [],
      ),
    );
    expect(own.size).toBeGreaterThan(10);
    const others = suite.filter(({ beyond, steps }) => {
      return (
        beyond !== true &&
        steps
          .filter(expectsRefusal)
          .flatMap(shapeOf)
          .some((shape) => own.has(shape))
      );
    });
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  it("says its rules in each language", () => {
    for (const { id, rule } of suite) {
      for (const language of interfaceLanguages) expect(rule[language].length, id).toBeGreaterThan(5);
      expect(rule.zh, id).toMatch(/\p{Script=Han}/u);
    }
  });

  it("costs nothing where it says so, and names no key", () => {
    for (const check of suite) {
      const { id, cost, steps } = check;
      const { tokens, amount, undocumented } = priceOfSteps(stepsSent([check], false));
      if (cost === "free") expect([id, tokens, amount, undocumented]).toEqual([id, 0, 0, 0]);
      expect(JSON.stringify(steps), id).not.toMatch(/authorization|bearer/i);
    }
    expect(priceOfSteps(stepsSent(suite, true)).tokens).toBeGreaterThan(500_000);
    const usual = suite.filter(({ cost }) => cost !== "large");
    expect(priceOfSteps(stepsSent(usual, true)).tokens).toBeLessThan(3_000);
  });

  it("needs no more than a few words beside all of its refusals", () => {
    const free = suite.filter(({ cost }) => cost === "free");
    const { tokens, amount, undocumented } = priceOfSteps(stepsSent(free, true));
    // One for each model and route: a further model adds its own.
    expect(tokens).toBeLessThanOrEqual(12 * models.length);
    expect(amount).toBeLessThan(0.02 * models.length);
    expect(undocumented).toBeLessThan(models.length);
  });

  it("puts something accepted beside each refusal", () => {
    for (const { id, steps } of suite) {
      for (const step of steps.filter(expectsRefusal)) {
        expect(step.beside?.length, `${id} ${step.name}`).toBeGreaterThan(0);
        for (const name of step.beside ?? []) {
          const beside = steps.find((each) => each.name === name);
          expect(beside && expectsRefusal(beside), `${id} ${name}`).toBe(false);
        }
      }
    }
  });

  it("says what it costs where a service speaks what it should refuse", () => {
    const free = suite.filter(({ cost }) => cost === "free").flatMap(({ steps }) => steps);
    expect(priceUnlessRefused(free).tokens).toBeGreaterThan(1_000);
    const reads = free.filter(({ request }) => endpointOfRequest(request) === undefined);
    expect(priceUnlessRefused(reads)).toEqual({ tokens: 0, amount: 0, undocumented: 0 });
  });

  it("needs a recording only for models that speak with one", () => {
    for (const check of suite.filter(needsReference)) {
      expect(JSON.stringify(check.steps), check.id).toContain("refvoice-2");
    }
    expect(suite.filter(needsReference).length).toBeGreaterThan(20);
  });

  it("goes over every route that speaks", () => {
    const endpoints = new Set(suite.flatMap(({ steps }) => steps.map(({ request }) => endpointOfRequest(request))));
    expect([...endpoints].sort()).toEqual(["speech", "tasks", "websocket", undefined]);
  });
});
