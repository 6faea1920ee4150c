import { useMemo } from "react";
import { isSounding } from "../../audio/session/session-state.ts";
import { downloadAddress } from "../../contract/download.ts";
import { saveFile, saveFrom } from "../../kit/save-file.ts";
import { attempt } from "../page/attempt.ts";
import { NotDoneError } from "../page/load-part.ts";
import { usePlayground } from "../page/playground-context.ts";
import { useOffers } from "./offers.ts";
import { restoreSpoken } from "./restore-spoken.ts";
import type { TakeId, TakeRow } from "./take.ts";
import { type SavedAs, takeFileName, takeFileOf } from "./take-file.ts";
import { remoteAddress } from "./take-service.ts";

/** What one can do with takes; always the same object. Where something can't be done, the board says so. */
export function useTakeActions() {
  const playground = usePlayground();
  const offers = useOffers();
  const { takes, library, settings, submit, wallClock } = playground;
  return useMemo(() => {
    /** Puts it into the player, playing when `play` says so. */
    function open(id: TakeId, play: boolean): void {
      attempt(playground, async () => {
        if (await takes.getState().open(id, { play })) return;
        throw new NotDoneError(library.row(id) === undefined ? "gone" : "part_missing");
      });
    }

    return {
      /** Puts it into the player and plays it; pauses it when it plays already. */
      hear(id: TakeId) {
        const { current } = takes.getState();
        const status = current?.id === id ? current.session.getSnapshot().state.playback.status : undefined;
        if (isSounding(status)) current?.session.pause();
        else open(id, true);
      },
      /** Puts it into the player; what sounds there already goes on. */
      show(id: TakeId) {
        if (takes.getState().current?.id !== id) open(id, false);
      },
      open,
      star: ({ id, starred }: TakeRow) => void library.update(id, { starred: !starred }),
      starAll(rows: readonly TakeRow[], starred: boolean) {
        const ids = rows.map(({ id }) => id);
        library.updateAll(ids, { starred });
      },
      rename: (id: TakeId, name: string, note: string) =>
        void library.update(id, { name: name.trim(), note: note.trim() }),
      /** Brings its form and pronunciations back: see `restoreSpoken`. Undefined when they aren't known any more. */
      async restore(id: TakeId) {
        const details = await library.details(id);
        return details === undefined ? undefined : restoreSpoken(settings, details.form);
      },
      compare: (id: TakeId) => offers.compare?.add(playground, id),
      /** Compares these and no others. */
      compareAll: (ids: readonly TakeId[]) => offers.compare?.choose(playground, ids),
      /** Adds them to what is presented, at the end. Undefined where that couldn't be done. */
      present: (rows: readonly TakeRow[]) => attempt(playground, async () => offers.present?.(playground, rows)),
      /** Ends what is still received, or a task's request. */
      end(id: TakeId) {
        const { sending } = submit.getState();
        if (sending?.id === id) sending.stop();
        else takes.getState().end(id);
      },
      save(row: TakeRow, as: SavedAs) {
        const remote = remoteAddress(row, playground.config());
        if (remote !== undefined) {
          saveFrom(downloadAddress(remote));
          return;
        }
        attempt(playground, async () => {
          const sound = await library.sound(row.id);
          if (sound === undefined) throw new NotDoneError("sound_gone");
          saveFile(takeFileOf(sound, as), takeFileName(row, sound.format, as));
        });
      },
      /** Makes a case of it, and opens that under Checks. */
      keepCase(row: TakeRow) {
        attempt(playground, async () => offers.keepTake?.(playground, row));
      },
      /** Hides takes. Returns the functions that bring them back, and that erase them with the links to them. */
      remove(ids: readonly TakeId[]) {
        takes.getState().release(ids);
        library.updateAll(ids, { deleted: wallClock() });
        return {
          undo: () => void library.updateAll(ids, { deleted: undefined }),
          // An import may have brought some of them back meanwhile.
          erase() {
            const gone = ids.filter((id) => library.row(id)?.deleted !== undefined);
            void library.erase(gone);
            void offers.links?.(playground).removeOf(gone);
          },
        };
      },
    };
  }, [playground, offers, takes, library, settings, submit, wallClock]);
}
