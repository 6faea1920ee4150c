import { expect, it } from "vitest";
import { saidByForm } from "./follow-directions.ts";

it("the form's voice says what is no other voice's, by name at a paragraph's head or on a line of its own", () => {
  const script = "One.\n\n[Mei]\nTwo.\n[pause]\nThree [pause 1s] four.\n[Noah]\n\nFive.\nSix.";
  expect(saidByForm(script)).toBe("One.\nThree\nfour.\nSix.");
  expect(saidByForm("[Mei] One.\n[Sonia] Two.")).toBe("One.\nTwo.");
  expect(saidByForm("Chapter One\n[pause]\nIt was a dark night.")).toBe("Chapter One\nIt was a dark night.");
});

it("what else stands in brackets at a paragraph's head is said by the form's voice", () => {
  for (const script of ["【头条】今天下雪了。\n气温下降了十度。", "[1] One.\nTwo.", "[Scene 1]\nOne."])
    expect(saidByForm(script)).toBe(script);
});
