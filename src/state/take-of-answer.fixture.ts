import { createSpeechClient } from "../api/client.ts";
import { sendCell } from "./batch/send-cell.ts";
import { chosenModel } from "./derive.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library/library.fixture.ts";
import type { TakeDetails, TakeRow, TakeSound } from "./library/take.ts";

/** What the library holds of a take. */
export interface KeptTake {
  readonly row: TakeRow;
  readonly details: TakeDetails;
  readonly sound: TakeSound | undefined;
}

/** Speaks once to a service that gives `answer`, and waits until nothing more comes. */
export async function takeOfAnswer(answer: Response, changes: Partial<TakeRow> = {}): Promise<KeptTake> {
  const library = openTestLibrary();
  const row = takeRow("take-1", changes);
  const details = takeDetails(row.id);
  const model = chosenModel(row.model);
  let time = 0;
  const now = () => time++;
  await sendCell(
    {
      draft: { row, details, model, request: details.request, values: { mode: row.mode } },
      written: library.begin(row, details).then(() => undefined),
    },
    {
      client: createSpeechClient({ fetch: async () => answer, now }),
      library,
      sampleRate: () => undefined,
      now,
      wallClock: () => 1_000_000 + time,
      onLine: () => true,
      sendTask: () => Promise.reject(new Error("No task is sent here.")),
    },
  );
  const [kept, sound] = [await library.details(row.id), await library.sound(row.id)];
  const ended = library.row(row.id);
  if (kept === undefined || ended === undefined) throw new Error("The take is gone.");
  return { row: ended, details: kept, sound };
}
