import { useMemo } from "react";
import { saveFile } from "../../kit/save-file.ts";
import { attempt } from "../page/attempt.ts";
import { NotDoneError } from "../page/load-part.ts";
import { usePlayground } from "../page/playground-context.ts";
import { type AddedTakes, useOffers } from "./offers.ts";
import { restoreForm } from "./restore-form.ts";
import type { TakeId, TakeRow } from "./take.ts";
import { type SavedAs, takeFileName, takeFileOf } from "./take-file.ts";

/** What one can do with takes. Where something can't be done, the board says so. */
export interface TakeActions {
  /** Puts it into the player and plays it; pauses it when it plays already. */
  hear(id: TakeId): void;
  /** Puts it into the player; what sounds there already goes on. */
  show(id: TakeId): void;
  /** Puts it into the player, playing when `play` says so. */
  open(id: TakeId, play: boolean): void;
  star(row: TakeRow): void;
  /** Gives all of them a star, or takes it from them. */
  starAll(rows: readonly TakeRow[], starred: boolean): void;
  rename(id: TakeId, name: string, note: string): void;
  /** Brings its form back. Returns the function that undoes it; undefined when its form isn't known any more. */
  restore(id: TakeId): Promise<(() => void) | undefined>;
  /** Adds it to the takes that are compared, and shows them. */
  compare(id: TakeId): void;
  /** Compares these and no others. */
  compareAll(ids: readonly TakeId[]): void;
  /** Adds them to what is presented, at the end. Undefined where that couldn't be done. */
  present(rows: readonly TakeRow[]): Promise<AddedTakes | undefined>;
  /** Ends what is still received. */
  end(id: TakeId): void;
  save(row: TakeRow, as: SavedAs): void;
  /** Makes a case of it, and opens that under Checks. */
  keepCase(row: TakeRow): void;
  /** Hides takes and takes them out of the player. Returns the functions that bring them back, and that erase them. */
  remove(ids: readonly TakeId[]): { readonly undo: () => void; readonly erase: () => void };
}

/** What one can do with takes; always the same object. */
export function useTakeActions(): TakeActions {
  const playground = usePlayground();
  const offers = useOffers();
  const { takes, library, settings, wallClock } = playground;
  return useMemo(() => {
    function open(id: TakeId, play: boolean): void {
      attempt(playground, async () => {
        if (await takes.getState().open(id, { play })) return;
        throw new NotDoneError(library.row(id) === undefined ? "gone" : "part_missing");
      });
    }

    return {
      hear(id) {
        const { current } = takes.getState();
        const status = current?.id === id ? current.session.getSnapshot().state.playback.status : undefined;
        if (status === "playing" || status === "waiting") current?.session.pause();
        else open(id, true);
      },
      show(id) {
        if (takes.getState().current?.id !== id) open(id, false);
      },
      open,
      star: ({ id, starred }) => void library.update(id, { starred: !starred }),
      starAll(rows, starred) {
        const ids = rows.map(({ id }) => id);
        library.updateAll(ids, { starred });
      },
      rename: (id, name, note) => void library.update(id, { name: name.trim(), note: note.trim() }),
      async restore(id) {
        const details = await library.details(id);
        return details === undefined ? undefined : restoreForm(settings, details.form);
      },
      compare: (id) => offers.compare?.add(playground, id),
      compareAll: (ids) => offers.compare?.choose(playground, ids),
      present: (rows) => attempt(playground, async () => offers.present?.(playground, rows)),
      end: (id) => takes.getState().live.get(id)?.session.stop(),
      save(row, as) {
        attempt(playground, async () => {
          const sound = await library.sound(row.id);
          if (sound === undefined) throw new NotDoneError("sound_gone");
          saveFile(takeFileOf(sound, as), takeFileName(row, sound.format, as));
        });
      },
      keepCase(row) {
        attempt(playground, async () => offers.keepTake?.(playground, row));
      },
      remove(ids) {
        takes.getState().release(ids);
        library.updateAll(ids, { deleted: wallClock() });
        return {
          undo: () => void library.updateAll(ids, { deleted: undefined }),
          erase: () => void library.erase(ids),
        };
      },
    };
  }, [playground, offers, takes, library, settings, wallClock]);
}
