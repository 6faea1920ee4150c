import type { Playground } from "../page/playground.ts";
import { wait } from "../page/wait.ts";
import type { TakeId } from "../takes/take.ts";
import type { WrittenDraft } from "../takes/take-draft.ts";
import { sendEach } from "./send-each.ts";
import { type HeadlessEnd, headlessOptionsOf, sendHeadless } from "./send-headless.ts";
import type { Submission } from "./submission.ts";

/**
 * Makes a take of each submission, tells them at once, and sends them one after the other: beside each other they would
 * make each other's times longer. Until its turn comes a take says that it is unsent, and one that was deleted by then
 * isn't sent. While the service wants a pause, none is.
 *
 * @param pause waits so many milliseconds; the page's clock when absent.
 */
export function sendInTurn(playground: Playground, submissions: readonly Submission[], pause = wait): TakeId[] {
  const { library, submit, wallClock } = playground;
  const options = headlessOptionsOf(playground);
  const made = submissions.map((submission) =>
    submit.getState().write({ ...submission, row: { ...submission.row, unsent: true } }),
  );

  async function send(one: WrittenDraft): Promise<HeadlessEnd> {
    const { id } = one.draft.row;
    await one.written;
    if (library.row(id)?.deleted !== undefined) {
      library.update(id, { status: "stopped", owner: undefined });
      return { pause: undefined };
    }
    // On disk before the request leaves: what becomes of it from here on may cost something.
    await library.update(id, { unsent: undefined });
    return sendHeadless(one, options);
  }

  void sendEach(made, { parallel: () => 1, send, stop: new AbortController().signal, wallClock, wait: pause });
  return made.map(({ draft }) => draft.row.id);
}
