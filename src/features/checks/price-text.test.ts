import { expect, it } from "vitest";
import type { Check } from "../../conformance/checks/check.ts";
import { loadMessages } from "../../core/messages/declare.ts";
import { checksMessages } from "./messages/index.ts";
import { priceText } from "./price-text.ts";

await loadMessages("en");
const texts = { messages: checksMessages.in("en") };

const speech = (input: string, status: number): Check => ({
  id: input,
  section: "2.3",
  rule: { en: "", zh: "" },
  cost: "free",
  steps: [
    {
      name: "one",
      request: {
        transport: "http",
        method: "POST",
        path: "/v1/audio/speech",
        body: JSON.stringify({ model: "streamspeech-v8", input, voice: "Mei" }),
      },
      expect: [{ kind: "status", least: status, most: status }],
    },
  ],
});
const read: Check = {
  ...speech("", 200),
  steps: [{ name: "one", request: { transport: "http", method: "GET", path: "/v1/models" }, expect: [] }],
};

it("of checks says what they cost where the service doesn't refuse what it should", () => {
  const said = (embedded: boolean, ...checks: readonly Check[]) =>
    priceText(checks, { embedded, parallel: 1, controls: true }, texts);
  expect(said(false, read)).toEqual({ text: "Costs nothing: it only reads; takes about 1 s.", free: true });
  expect(said(false, read, speech("Hello.", 400))).toEqual({
    text:
      "Costs nothing if the service refuses what it should; if it speaks all of that, up to 6 tokens; " +
      "takes about 1 s.",
    free: false,
  });
  expect(said(false, speech("Hi.", 200), speech("Hello.", 400)).text).toMatch(
    /^About 3 tokens; up to 6 tokens more if the service speaks what it should refuse;/,
  );
  expect(said(true, speech("Hello.", 400)).text).toMatch(/^Costs nothing: what is sent is refused or only read;/);
});

it("counts what is sent once in a run once, and leaves the controls out that nobody wants", () => {
  const [step] = speech("Hello.", 200).steps;
  if (step === undefined) throw new Error("There is no step.");
  const beside = { ...step, name: "plain", shared: true as const, control: true as const };
  const both = ["a", "b"].map((id) => ({ ...speech("Too fast.", 400), id }));
  const checks = both.map((check) => ({ ...check, steps: [beside, ...check.steps] }));
  const said = (controls: boolean) => priceText(checks, { embedded: false, parallel: 1, controls }, texts).text;
  expect(said(true)).toMatch(/^About 6 tokens; up to 18 tokens more/);
  expect(said(false)).toMatch(/^Costs nothing if the service refuses what it should/);
});
