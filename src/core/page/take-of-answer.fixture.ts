import { createSpeechClient } from "../../api/client.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import { sendHeadless } from "../submit/send-headless.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeDetails, TakePart, TakeRow, TakeSound } from "../takes/take.ts";

/** What the library holds of a take. */
export interface KeptTake {
  readonly library: TakeLibrary;
  readonly row: TakeRow;
  readonly details: TakeDetails;
  readonly sound: TakeSound | undefined;
}

/** Speaks once to a service that gives `answer`, and waits until nothing more comes. */
export async function takeOfAnswer(
  answer: Response,
  changes: Partial<TakeRow> = {},
  body = '{"model":"streamspeech-v8","input":"The night train leaves at ten."}',
): Promise<KeptTake> {
  return takeOfAnswers([answer], changes, takeDetails("", { request: requestOf(body) }));
}

/** The same of a script in parts, each of which has an answer. */
export async function takeOfParts(...answers: readonly Response[]): Promise<KeptTake> {
  const parts = answers.map((_, index): TakePart => {
    const body = `{"model":"streamspeech-v8","input":"Part ${index + 1}."}`;
    return { start: 0, end: 1, pause: 0, body, state: "unsent" };
  });
  const details = takeDetails("", { request: requestOf(parts[0]?.body ?? ""), parts });
  return takeOfAnswers(answers, { parts: { count: parts.length, done: 0 } }, details);
}

function requestOf(body: string) {
  return { endpoint: "speech", path: "/v1/audio/speech", body } as const;
}

async function takeOfAnswers(
  answers: readonly Response[],
  changes: Partial<TakeRow>,
  about: TakeDetails,
): Promise<KeptTake> {
  const library = openTestLibrary();
  const row = takeRow("take-1", changes);
  const details = { ...about, id: row.id };
  const { request } = details;
  const answer = answers[Symbol.iterator]();
  const model = chosenModel(row.model);
  const values = effectiveValues(resolveRequest(model, JSON.parse(request.body), request.endpoint));
  let time = 0;
  const now = () => time++;
  await sendHeadless(
    {
      draft: { row, details, model, request, values },
      written: library.begin(row, details).then(() => undefined),
    },
    {
      client: createSpeechClient({ fetch: async () => answer.next().value ?? Response.error(), now }),
      library,
      endBy: () => undefined,
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
  return { library, row: ended, details: kept, sound };
}
