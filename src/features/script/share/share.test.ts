import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { models } from "../../../contract/models/index.ts";
import { refVoice2 } from "../../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../../contract/models/streamspeech-v8.ts";
import { receiveForm, shareForm } from "../../../core/submit/shared-form.ts";
import { fromFragment, isShareFragment, longestLink, toFragment } from "./link.ts";

const form = { model: "streamspeech-v8", mode: "speech", transport: "http", values: {}, text: "Hello." } as const;

describe("a link", () => {
  it("brings back what was put into it, in any script", async () => {
    const value = fc.record({ text: fc.string({ unit: "grapheme" }), values: fc.dictionary(fc.string(), fc.float()) });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), value, async (one, two) => {
        for (const each of [one, JSON.parse(JSON.stringify(two))]) {
          const fragment = await toFragment(each);
          expect(fragment).toMatch(/^#share=1\.[\w-]+$/);
          expect(await fromFragment(fragment)).toEqual(JSON.parse(JSON.stringify(each)));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("of a page of text is short enough to be pasted", async () => {
    const text = "The night train leaves at ten, and nobody knows where it goes. ".repeat(60);
    expect((await toFragment(shareForm(streamSpeechV8, { ...form, text }).shared)).length).toBeLessThan(longestLink);
  });

  it("that was damaged, or is of a later version, says so; whatever stands there, nothing else is thrown", async () => {
    const whole = await toFragment({ a: 1 });
    await expect(fromFragment(whole.slice(0, -3))).rejects.toMatchObject({ problem: "damaged" });
    await expect(fromFragment("#share=2.abc")).rejects.toMatchObject({ problem: "newer" });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        await expect(fromFragment(`#share=1.${text}`)).rejects.toMatchObject({ name: "LinkError" });
      }),
      { numRuns: 50 },
    );
    expect([isShareFragment("#share=1.x"), isShareFragment("#section"), isShareFragment("")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("unpacks to no more than a page can hold", async () => {
    const bomb = await toFragment("a".repeat(5_000_000));
    expect(bomb.length).toBeLessThan(20_000);
    await expect(fromFragment(bomb)).rejects.toMatchObject({ problem: "damaged" });
  });
});

describe("what is shared", () => {
  it("is the form, and comes back as it was", () => {
    for (const model of models) {
      const voice =
        model.fields.find(({ group }) => group === "voice")?.kind === "reference" ? "https://h.example/a.wav" : "Mei";
      const full = { ...form, model: model.id, mode: model.defaultMode, values: { voice, "@placement": "extra_body" } };
      const { shared, withheld, textCleaned } = shareForm(model, full);
      expect([withheld, textCleaned]).toEqual([[], false]);
      expect(receiveForm(JSON.parse(JSON.stringify(shared)))).toEqual({ form: full, text: full.text, ignored: [] });
    }
  });

  it("holds no key and no signed address, and says what is missing", () => {
    const letters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEF0123456789");
    const secret = fc.array(letters, { minLength: 18, maxLength: 30 }).map((all) => `Zq7${all.join("")}`);
    fc.assert(
      fc.property(secret, fc.constantFrom("voice", "emo_ref_audio"), (key, field) => {
        for (const address of [`https://u:${key}@h.example/a.wav`, `https://h.example/a.wav?sig=${key}`]) {
          const values = { [field]: address, emo_happy: 0.5 };
          const { shared, withheld, textCleaned } = shareForm(refVoice2, { ...form, values, text: `sk-${key} is it` });
          expect(JSON.stringify(shared)).not.toContain(key);
          expect(withheld.map((one) => one.key)).toEqual([field]);
          expect([shared.values["emo_happy"], textCleaned]).toEqual([0.5, true]);
        }
      }),
    );
  });
});

describe("what was received", () => {
  const shared = { format: "speech-playground-settings", version: 1, ...form };

  it("is taken as far as it is known, and the rest is named", () => {
    const values = { speed: 0.5, voice: 7, unheard: 1, stream: true, text: "x", "@place.voice": "voice" };
    expect(receiveForm({ ...shared, values, extra: 1, mode: "singing" })).toEqual({
      form: { ...form, mode: "stream", values: { speed: 0.5, "@place.voice": "voice" } },
      text: form.text,
      ignored: ["extra", "voice", "unheard", "stream", "text"],
    });
    expect(receiveForm({ ...shared, model: "unheard" })).toEqual({
      form: undefined,
      text: form.text,
      ignored: ["unheard"],
    });
  });

  it("holds no more than a page can work with, whatever a short link unpacks to", () => {
    const long = "a".repeat(10_001);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${long}${at}`, 1]));
    const values = { voice: long, "@placement": long, "@place.voice": long, speed: long, ...many };
    const { form: taken, ignored = [] } = receiveForm({ ...shared, values }) ?? {};
    expect([taken?.values, ignored.length]).toEqual([{}, 20]);
    expect(receiveForm({ ...shared, ...many, model: long })?.ignored.join("").length).toBeLessThanOrEqual(1_200);
  });

  it("is nothing where it is something else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(receiveForm(value)).toBeUndefined();
      }),
    );
    expect(receiveForm({ ...shared, text: "a".repeat(1_000_001) })).toBeUndefined();
  });
});
