import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { waitsForJob } from "../../contract/modes.ts";
import { defaultLimits } from "../limits.ts";
import { speechPatience } from "./patience.ts";

/** What a body's JSON says, read whole. */
function expected(body: JsonObject): number {
  const waits = waitsForJob(body);
  if (waits === undefined) return defaultLimits.unknownAnswerTime;
  return waits ? 0 : defaultLimits.speechAnswerTime;
}

const model = fc.constantFrom("refvoice-2", "streamspeech-v8", "cloud-tts", "other-1");
const pieces = fc.constantFrom("a", '"', "\\", "\n", "字", ',"model":"refvoice-2","x":"', "a".repeat(300));
const text = fc.array(pieces).map((all) => all.join(""));

test("a body has the patience of its model, whatever its texts hold, however long they are", () => {
  fc.assert(
    fc.property(text, text, fc.record({ model, input: text }, { requiredKeys: [] }), (name, value, body) => {
      for (const asked of [
        { ...body, [`${name} `]: value },
        { [`${name} `]: value, ...body },
      ])
        for (const indent of [0, 2])
          expect(speechPatience(Buffer.from(JSON.stringify(asked, undefined, indent)), defaultLimits)).toBe(
            expected(asked),
          );
    }),
  );
});

test("a body that ends within a text is no JSON", () => {
  for (const end of ["", "\\", '\\"']) {
    const body = Buffer.from(`{"model":"refvoice-2","input":"${"a".repeat(1_000)}${end}`);
    expect(speechPatience(body, defaultLimits)).toBe(defaultLimits.answerTime);
  }
});
