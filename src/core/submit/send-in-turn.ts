import type { Playground } from "../page/playground.ts";
import { wait } from "../page/wait.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeId } from "../takes/take.ts";
import type { WrittenDraft } from "../takes/take-draft.ts";
import { sendEach } from "./send-each.ts";
import { type HeadlessEnd, headlessOptionsOf, sendHeadless } from "./send-headless.ts";
import type { Submission } from "./submission.ts";

/**
 * Makes a take of each submission, tells them at once, and sends them one after the other: beside each other they would
 * make each other's times longer. Until its turn comes a take says that it is unsent, and one that was deleted or ended
 * by then isn't sent. While the service wants a pause, none is. The first sound of each is noted, before the next is
 * sent.
 *
 * @param pause waits so many milliseconds; the page's clock when absent.
 */
export function sendInTurn(playground: Playground, submissions: readonly Submission[], pause = wait): TakeId[] {
  const { library, submit, takes, wallClock } = playground;
  const options = headlessOptionsOf(playground);
  const made = submissions.map((submission) =>
    submit.getState().write({ ...submission, row: { ...submission.row, unsent: true } }),
  );
  const stop = (id: TakeId) => library.update(id, { status: "stopped", owner: undefined });
  for (const { draft } of made) takes.getState().endBy(draft.row.id, () => stop(draft.row.id));

  async function send({ draft, written }: WrittenDraft): Promise<HeadlessEnd> {
    const { id } = draft.row;
    await written;
    const row = library.row(id);
    // One that was erased for good has no row.
    if (row === undefined || row.deleted !== undefined || row.status === "stopped") {
      takes.getState().endBy(id);
      stop(id);
      return { pause: undefined };
    }
    // On disk before the request leaves: what becomes of it from here on may cost something.
    const noted = library.update(id, { unsent: undefined }).then(() => undefined);
    const end = await sendHeadless({ draft, written: noted }, options);
    await noteFirstSound(library, id);
    return end;
  }

  void sendEach(made, { parallel: () => 1, send, stop: new AbortController().signal, wallClock, wait: pause });
  return made.map(({ draft }) => draft.row.id);
}

/** Of what nobody hears, the first sound is the first of its bytes, and what is silent in front of it. */
async function noteFirstSound(library: TakeLibrary, id: TakeId): Promise<void> {
  const row = library.row(id);
  const firstAudio = row?.times.firstAudio;
  if (row?.status !== "complete" || firstAudio === undefined) return;
  const measures = await import("../takes/measure-take.ts")
    .then(({ measureTake }) => measureTake(library, row))
    // Where it can't be measured here, it isn't known.
    .catch(() => undefined);
  if (measures === undefined || measures.leadingSilence >= measures.duration) return;
  library.update(id, { times: { ...row.times, firstSound: firstAudio + 1_000 * measures.leadingSilence } });
}
