import { expect, test } from "vitest";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import { createFakeService, createTestPlayground } from "./fake-service.fixture.ts";
import { leftBy } from "./sign-out.ts";

test("who signs out leaves takes behind, and tasks whose sound is still to come", () => {
  const library = openTestLibrary();
  library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
  library.begin(takeRow("b", { status: "waiting", mode: "async" }), takeDetails("b"));
  library.begin(takeRow("c", { status: "complete", mode: "async" }), takeDetails("c"));
  const playground = createTestPlayground(createFakeService().client, library);
  expect(leftBy(playground)).toEqual({ takes: 3, tasks: 1, answers: 0 });
});
