import { expect, onTestFinished } from "vitest";
import { openRecordDatabase } from "../takes/database.ts";
import { createChannels } from "../takes/library.fixture.ts";
import { createRecords } from "../takes/records.ts";
import { createProgramme, type ProgrammeStore } from "./programme.ts";
import { programmeItemSchema } from "./programme-item.ts";

/** A programme on the database `name`, what settles once all of it is on disk, and what ends its page. */
export function openProgramme(name = `programme test ${crypto.randomUUID()}`) {
  let ids = 0;
  const records = createRecords(programmeItemSchema, {
    openDatabase: (events) => openRecordDatabase(name, "programme", events),
    channel: createChannels()(),
  });
  // Ids that don't sort as they are made, and a clock that stands still.
  const newId = () => `${(++ids * 7_919) % 97}-${ids}-${Math.random().toString(36).slice(2)}`;
  const programme = createProgramme({ records, newId, wallClock: () => 1_000 });
  programme.getState().open();
  onTestFinished(() => records.dispose());
  return { name, programme, written: () => records.put(), leave: () => records.dispose() };
}

export const loaded = (programme: ProgrammeStore) => expect.poll(() => programme.getState().loaded).toBe(true);
