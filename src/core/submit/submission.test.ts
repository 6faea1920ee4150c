import { expect, it } from "vitest";
import { takeDetails, takeRow } from "../takes/library.fixture.ts";
import { resumedDraft } from "./submission.ts";

it("what was measured and heard of the sound so far is none of the sound that there will be", () => {
  const measures = {
    ...{ peak: 0.5, leadingSilence: 0, trailingSilence: 0, clipped: 0 },
    ...{ duration: 1, sampleRate: 22_050, channels: 1 },
  };
  const take = takeRow("a", {
    ...{ status: "stopped", sound: "partial", parts: { count: 2, done: 1 }, measures },
    heard: { text: "one", recogniser: "a recogniser", errors: 50 },
  });
  const origin = { id: "b", created: 2, owner: "page", config: undefined, multiplier: undefined };
  const { row } = resumedDraft(take, takeDetails("a"), origin);
  expect(row).toMatchObject({ id: "a", resumed: 2, measures: undefined, heard: undefined });
});
