import { expect, it } from "vitest";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import type { TakeRow, TakeSound } from "../../core/takes/take.ts";
import { historyTextsOf } from "../../core/takes/texts.fixture.ts";
import { presentMessages } from "./messages/index.ts";
import { type FoundPrice, figuresOfShow, meanPrice } from "./show-figures.ts";
import { showReport } from "./show-report.ts";

const spoken = (id: string, changes: Partial<TakeRow>) =>
  takeRow(id, { status: "complete", sound: "whole", excerpt: `Words of ${id}`, ...changes });
const tokens = { price: { kind: "tokens", tokens: 30 } } as const;
const money = { price: { kind: "money", seconds: 3, amount: 0.02, basis: "text" }, multiplier: 2 } as const;
const rows = [
  spoken("one", { ...tokens, times: { firstSound: 200 }, facts: { bytes: 1, duration: 3 } }),
  spoken("two", { ...tokens, times: { firstSound: 400 }, facts: { bytes: 1, duration: 4 } }),
  spoken("three", {
    ...money,
    model: "refvoice-2",
    voice: "https://anna:pass1234@h.example",
    facts: { bytes: 1, duration: 5 },
  }),
  takeRow("failed", { status: "failed", excerpt: "Words that failed" }),
];

it("counts the figures of each model once for each take, and what takes cost in their own unit", () => {
  const [one, two, three] = rows.slice(0, 3);
  if (one === undefined || two === undefined || three === undefined) throw new Error("There are three.");
  const unknown = { ...three, id: "unknown", multiplier: undefined };
  const twice = { ...three, id: "twice" };
  const settled = { ...money.price, basis: "duration_seconds" } as const;
  const { models, all } = figuresOfShow([one, three, two, one, unknown, { ...twice, settled }]);
  const tokens: FoundPrice = {
    price: { kind: "tokens", tokens: 60 },
    multiplier: undefined,
    isEstimate: false,
    takes: 2,
  };
  const known: FoundPrice = {
    price: { ...money.price, seconds: 6, amount: 0.04 },
    multiplier: 2,
    isEstimate: true,
    takes: 2,
  };
  const open: FoundPrice = { price: money.price, multiplier: undefined, isEstimate: true, takes: 1 };
  expect(models).toEqual([
    { model: "streamspeech-v8", takes: 2, firstSound: 300, seconds: 7, meanSeconds: 3.5, prices: [tokens] },
    { model: "refvoice-2", takes: 3, firstSound: undefined, seconds: 15, meanSeconds: 5, prices: [known, open] },
  ]);
  expect(all).toEqual({ takes: 5, firstSound: 300, seconds: 22, meanSeconds: 4.4, prices: [tokens, known, open] });
  expect([tokens, known, open].map(meanPrice)).toEqual([{ kind: "tokens", tokens: 30 }, money.price, money.price]);
});

it("is one page in the show's order: items, figures, votes, sound; without failed takes, keys, scripts", async () => {
  const common = { place: 1, name: "", excerpt: "" };
  const items: readonly ProgrammeItem[] = [
    { ...common, id: "a", kind: "slide", name: "Welcome <all>", text: "The key is sk-aaaaaaaaaaaaaaaaaaaaaaaa" },
    { ...common, id: "b", kind: "take", take: "failed", excerpt: "A failed one" },
    { ...common, id: "c", kind: "comparison", takes: ["one", "three", "failed"] },
    { ...common, id: "d", kind: "blind", takes: ["one", "two"], question: "ab" },
  ];
  const texts = { ...(await historyTextsOf("en")), messages: presentMessages.in("en") };
  const sound = (id: string): TakeSound => ({
    id,
    format: { codec: "mp3" },
    facts: { bytes: 4 },
    blob: new Blob([`<${id}>`], { type: "audio/mpeg" }),
  });
  const report = await showReport(items, {
    library: { row: (id) => rows.find((row) => row.id === id), sound: async (id) => sound(id) },
    scoreOf: async () => ({ question: "ab", rounds: [4, 1], hands: [23, 9] }),
    texts,
    made: Date.UTC(2026, 10, 24),
  });
  const page = await report.text();
  const order = ["1. Welcome &lt;all&gt;", "2. A failed one", "3. Words of one", "4. Words of one"];
  const places = order.map((title) => page.indexOf(title));
  expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true);
  // Two of three and four seconds, and thirty tokens each.
  expect(page).toContain("<td>300 ms</td><td>0:03.5</td><td>0:07.0</td><td>30 tokens</td><td>60 tokens</td>");
  expect(page).toContain("<td>≈ 0.04 (at ×2)</td>");
  expect(page).toContain("<td>60 tokens · ≈ 0.04 (at ×2)</td>");
  expect(page).toContain("Autumn · StreamSpeech v8 4 : 1 Autumn · StreamSpeech v8 · hands 23 : 9");
  expect(page.match(/<audio /g)).toHaveLength(3);
  expect(page).toContain('<a href="#3">Its audio stands at number 3.</a>');
  expect(page).toContain(`base64,${btoa("<three>")}"`);
  expect(page).not.toContain("Words that failed");
  expect(page).not.toMatch(/sk-aaaa|pass1234/);
  expect(page).not.toContain("<script");
});
