import { expect, it } from "vitest";
import { createLanguageDetector } from "./detect-language.ts";

const realWorker = () => new Worker(new URL("./language-worker.ts", import.meta.url), { type: "module" });

it("each text gets its own answer, also those that are asked for at once", async () => {
  const detect = createLanguageDetector(realWorker);
  const texts = [
    "El tren sale a las diez de la noche.",
    "Der Nachtzug fährt heute um zehn.",
    "Le train part à dix heures.",
  ];
  const found = await Promise.all(texts.map(detect));
  expect(found.map(({ language, isReliable }) => [language, isReliable])).toEqual([
    ["es", true],
    ["de", true],
    ["fr", true],
  ]);
  expect(found[0]?.scores["es"]).toBeGreaterThan(0.7);
});

it("a worker that doesn't load is told to all who wait, and the next text begins with another", async () => {
  const workers = [() => new Worker(new URL("data:text/plain,none"), { type: "module" }), realWorker];
  const detect = createLanguageDetector(() => (workers.shift() ?? realWorker)());
  const asked = await Promise.allSettled([detect("El tren sale."), detect("Der Zug fährt.")]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await detect("Der Nachtzug fährt heute um zehn.")).toMatchObject({ language: "de" });
  expect(workers).toEqual([]);
});
