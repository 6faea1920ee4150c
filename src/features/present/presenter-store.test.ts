import { expect, it } from "vitest";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { openTestLibrary } from "../../core/takes/library.fixture.ts";
import { presenterOf } from "./presenter-store.ts";

it("what is shown alone leaves the programme where it stood", () => {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const programme = programmeOf(playground).getState();
  const [, second = ""] = ["a", "b"].map((take) => programme.add({ kind: "take", take, excerpt: take }));
  const presenter = presenterOf(playground).getState();
  presenter.show(second);
  const item = { kind: "take", id: "alone", place: 0, name: "", take: "c", excerpt: "c" } as const;
  presenter.showAlone(item);
  presenter.begin(item);
  presenter.end();
  expect(presenterOf(playground).getState().shown).toBe(second);
});
