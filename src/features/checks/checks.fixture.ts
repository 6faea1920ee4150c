import { caseSchema } from "../../conformance/checks/case.ts";
import { runRecordSchema } from "../../conformance/run/result.ts";
import type { Playground } from "../../core/page/playground.ts";
import { createChannels } from "../../core/takes/library.fixture.ts";
import type { Locks } from "../../core/takes/presence.ts";
import { createRecords, type RecordsOptions } from "../../core/takes/records.ts";
import { createChecks } from "./checks.ts";
import { checkSoundSchema } from "./run-sounds.ts";

/** Checks whose records stay in memory, unless they are given a database for cases and runs. */
export function createTestChecks(playground: Playground, openDatabase?: RecordsOptions["openDatabase"], locks?: Locks) {
  const channelOf = createChannels();
  const records = { openDatabase, channel: channelOf() };
  return createChecks(
    playground,
    createRecords(caseSchema, records),
    createRecords(runRecordSchema, records),
    createRecords(checkSoundSchema, { openDatabase: undefined, channel: channelOf() }),
    undefined,
    locks,
  );
}
