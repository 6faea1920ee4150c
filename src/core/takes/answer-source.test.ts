import { expect, it, vi } from "vitest";
import { chosenModel } from "../../contract/models/index.ts";
import { createFakeService } from "../page/fake-service.fixture.ts";
import { answerSource } from "./answer-source.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library.fixture.ts";

vi.mock("./parts-source.ts", () => Promise.reject(new TypeError("Failed to fetch a module.")));

it("a script in parts of which nothing left, since the part of the page didn't come, says so", async () => {
  const { client, bodies } = createFakeService();
  const details = takeDetails("a", { parts: [{ start: 0, end: 3, pause: 0, body: "{}", state: "unsent" }] });
  const source = answerSource(
    { row: takeRow("a"), details, model: chosenModel("streamspeech-v8"), request: details.request, values: {} },
    {
      ...{ client, library: openTestLibrary(), circumstances: () => ({ onLine: false, time: 0 }) },
      ...{ expected: { codec: "mp3" }, observe: () => undefined },
    },
  );
  const first = source(new AbortController().signal)[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({
    name: "NotSentError",
    message: expect.stringMatching(/^Nothing was sent: /),
  });
  expect(bodies).toEqual([]);
});
