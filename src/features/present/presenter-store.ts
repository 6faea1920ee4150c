import { createStore, type StoreApi } from "zustand/vanilla";
import { isUnderWay } from "../../audio/session/session-state.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { Playground } from "../../core/page/playground.ts";
import { type ProgrammeItem, type ProgrammeStore, programmeOf, scriptOf } from "../../core/programme/programme.ts";
import { derivePlan, measureText, type Plan } from "../../core/submit/derive.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import type { TakeForm, TakeId } from "../../core/takes/take.ts";
import { type Playability, phaseOf, playabilityOfItem } from "./playability.ts";
import type { Presenter } from "./presenter-state.ts";
import { itemsOf, shownOf } from "./shown.ts";
import { type Phase, patience, type Step, stepBack, stepOn } from "./steps.ts";

export type PresenterStore = StoreApi<Presenter>;

/** The presenter of a playground; the same one every time. */
export const presenterOf = perPlayground((playground) =>
  createPresenter(playground, programmeOf(playground), createStagePlace()),
);

/** What a press sends of a form. */
export function planOf({ model, mode, transport, values, text }: TakeForm): Plan {
  const settings = { model, modes: { [model]: mode }, transport, values: { [model]: values } };
  // The form holds the voice, so that no language is asked for one.
  return derivePlan(settings, "en", measureText(text));
}

/** A presenter that shows nothing yet. */
export function createPresenter(playground: Playground, programme: ProgrammeStore, place: StagePlace): PresenterStore {
  const { takes, submit, sound, library, now } = playground;
  /** Whether the sound goes on when the screen comes back. */
  let resumes = false;
  /** Whether the sound stands at its beginning because somebody wanted it there: the player may still be on its way. */
  let isAtBeginning = false;
  /** The take that is being read: read once more, it would be silent again. */
  let opening: TakeId | undefined;
  /** Since when the shown item may be awaited, on the steady clock. */
  let since = 0;
  /** The task that was sent by a press, which begins to sound when it is done, as a stream does. */
  let sentTask: TakeId | undefined;
  /** Gives the player back to the page. */
  let giveBack = () => {};

  return createStore<Presenter>()((set, get) => {
    programme.subscribe(({ items: all }) => {
      const at = all.findIndex(({ id }) => id === get().shown);
      if (at !== -1) set({ at });
    });
    const items = () => itemsOf(programme.getState().items, get());
    const current = () => shownOf(items(), get());

    function held(item: ProgrammeItem) {
      const { current: take } = takes.getState();
      return take !== undefined && take.id === item.take ? take : undefined;
    }

    function playabilityOf(item: ProgrammeItem): Playability {
      const row = item.take === undefined ? undefined : library.row(item.take);
      return playabilityOfItem(item, row, library.getSnapshot().loaded);
    }

    function phase(): Phase {
      const { item } = current();
      if (item === undefined || submit.getState().held?.wish.place === "stage") return "stuck";
      const session = held(item)?.session;
      const sound = session && {
        snapshot: session.getSnapshot(),
        position: isAtBeginning ? 0 : session.position(),
      };
      const unsent = item.take !== undefined && library.row(item.take)?.failure?.kind === "offline";
      const stall = sound?.snapshot.times.stalls.at(-1);
      const isStalled = stall !== undefined && stall.until === undefined && now() - stall.from >= patience;
      const found = phaseOf(playabilityOf(item), sound, get().tried, unsent, isStalled);
      return found === "waiting" && now() - since >= patience ? "overdue" : found;
    }

    /** Puts the item's take into the player where that holds something else; what that held falls silent. */
    function prepare(): void {
      const { item } = current();
      if (item?.take === undefined || opening === item.take) return;
      if (item.take === sentTask && playabilityOf(item) === "kept") {
        sentTask = undefined;
        resumes = get().black;
        open(item.take, !resumes);
        return;
      }
      // What is being opened for an item that was passed over meanwhile would take its place.
      if (held(item) !== undefined && opening === undefined) return;
      const row = library.row(item.take);
      const failed = row?.status === "failed" && get().tried;
      const isLive = takes.getState().live.has(item.take);
      if (isLive || failed || playabilityOf(item) === "kept") open(item.take, false);
    }

    function open(id: TakeId, play: boolean): void {
      opening = id;
      const done = (): void => {
        if (opening === id) opening = undefined;
      };
      takes.getState().open(id, { play }).then(done, done);
    }

    function show(item: ProgrammeItem | undefined): void {
      if (item === undefined) return;
      since = now();
      sentTask = undefined;
      place.write(item.id);
      submit.getState().withdraw("stage");
      set({
        shown: item.id,
        at: Math.max(
          0,
          items().findIndex(({ id }) => id === item.id),
        ),
        tried: false,
        details: false,
        note: undefined,
      });
      const { current: take } = takes.getState();
      take?.session.pause();
      if (take !== undefined && take.id === item.take) take.session.seek(0);
      isAtBeginning = true;
      prepare();
    }

    function play(): void {
      const { item } = current();
      if (item === undefined) return;
      since = now();
      isAtBeginning = false;
      const session = held(item)?.session;
      const status = session?.getSnapshot().state.playback.status;
      if (status !== undefined && status !== "none" && status !== "failed") {
        set({ tried: true });
        session?.play();
        return;
      }
      const there = playabilityOf(item);
      if (there === "kept" && item.take !== undefined) {
        set({ tried: true });
        open(item.take, true);
      } else if (there === "unspoken") speak(item);
    }

    function speak(item: ProgrammeItem): void {
      const form = scriptOf(item)?.form;
      if (form === undefined) return;
      submit.getState().submit({
        place: "stage",
        read: () => submissionOf(planOf(form), form.text, form.values),
        onOutcome(outcome) {
          if (outcome.kind !== "sent") return;
          const { id, mode } = outcome.take;
          set({ tried: true });
          if (mode === "async") sentTask = id;
          const { loose, rehearsed } = get();
          if (rehearsed !== undefined) {
            set({ rehearsed: new Map(rehearsed).set(item.id, id) });
            return;
          }
          if (loose?.id === item.id) set({ loose: { ...loose, take: id } });
          programme.getState().noteTake(item.id, id);
        },
      });
    }

    function restart(): void {
      const { item } = current();
      const session = item && held(item)?.session;
      session?.pause();
      session?.seek(0);
      isAtBeginning = true;
    }

    function go(distance: number): void {
      const next = items()[current().index + distance];
      if (next === undefined) set({ note: distance < 0 ? "first" : "last" });
      else show(next);
    }

    function again(): void {
      const { item } = current();
      if (item === undefined) return;
      const session = held(item)?.session;
      if (session !== undefined && isUnderWay(session.getSnapshot().state)) session.stop();
      since = now();
      isAtBeginning = false;
      if (scriptOf(item)?.form === undefined) {
        session?.seek(0);
        play();
      } else speak(item);
    }

    const steps: Readonly<Record<Exclude<Step, "stay">, () => void>> = {
      play,
      again,
      restart,
      wait: () => {},
      next: () => go(1),
      previous: () => go(-1),
    };
    const step = (next: Step, direction: 1 | -1): void => (next === "stay" ? go(direction) : steps[next]());

    function toggleBlack(): void {
      const { item } = current();
      const session = item && held(item)?.session;
      const black = !get().black;
      set({ black });
      if (black) {
        const { status } = session?.getSnapshot().state.playback ?? { status: "none" };
        resumes = status === "playing" || status === "waiting" || phase() === "waiting";
        session?.pause();
      } else if (resumes) session?.play();
    }

    /** From a black screen, whatever is pressed brings the picture back and does nothing else. */
    const unlessBlack = (act: () => void) => () => {
      if (get().black) toggleBlack();
      else {
        set({ note: undefined });
        act();
      }
    };
    const position = () => ({ index: current().index, count: items().length });

    return {
      shown: place.read(),
      at: 0,
      loose: undefined,
      rehearsed: undefined,
      tried: false,
      details: false,
      black: false,
      note: undefined,
      begin(loose) {
        set({ loose, tried: false, black: false, note: undefined });
        giveBack();
        giveBack = takes.getState().reserve();
        // A room hears voices as they speak; that it is muted is said, and ended by a key.
        sound.getState().setRate(1);
        const { item, index } = current();
        if (item === undefined) return;
        const take = takes.getState().current;
        const state = take?.id === item.take ? take?.session.getSnapshot().state : undefined;
        const isHeard = state !== undefined && (state.playback.status === "playing" || isUnderWay(state));
        isAtBeginning = false;
        // What is heard at this moment goes on where nothing else is prepared. Else all begins from the beginning; and
        // where the order changes later, the same item stays on the stage.
        if (!isHeard || item.id !== loose.id) show(item);
        if (index > 0) set({ note: "resumed" });
      },
      end() {
        const { item } = current();
        if (item !== undefined && item !== get().loose) held(item)?.session.pause();
        sentTask = undefined;
        giveBack();
        submit.getState().withdraw("stage");
        set({ black: false, rehearsed: undefined });
      },
      show: (id) => show(items().find((each) => each.id === id)),
      go: (distance) => unlessBlack(() => go(distance))(),
      first: unlessBlack(() => show(items()[0])),
      last: unlessBlack(() => show(items().at(-1))),
      anew: unlessBlack(() => show(current().item)),
      on: unlessBlack(() => step(stepOn(phase(), position()), 1)),
      back: unlessBlack(() => step(stepBack(phase(), position()), -1)),
      playOrPause: unlessBlack(() => {
        const { item } = current();
        const session = item && held(item)?.session;
        const status = session?.getSnapshot().state.playback.status;
        if (status === "playing" || status === "waiting") session?.pause();
        else play();
      }),
      again: unlessBlack(again),
      toggleBlack,
      toggleRehearsal() {
        const { item } = current();
        set({ rehearsed: get().rehearsed === undefined ? new Map() : undefined });
        if (item !== undefined) show(items().find(({ id }) => id === item.id));
      },
      toggleDetails: unlessBlack(() => set({ details: !get().details })),
      overdue() {
        const found = phase();
        const { item } = current();
        const stalls = item && held(item)?.session.getSnapshot().times.stalls;
        const from = found === "overdue" ? since : found === "stalled" ? stalls?.at(-1)?.from : undefined;
        return from === undefined ? undefined : Math.floor((now() - from) / 1_000);
      },
      unlessBlack: (act) => unlessBlack(act)(),
      mended(kinds) {
        const { item } = current();
        const kind = item?.take === undefined ? undefined : library.row(item.take)?.failure?.kind;
        if (kind !== undefined && kinds.includes(kind)) set({ tried: false });
      },
      prepare,
    };
  });
}

/** Where a presentation stands, for as long as its tab is open. */
interface StagePlace {
  /** The id of the item that was shown last; undefined where none was, or nothing can be kept. */
  read(): string | undefined;
  write(item: string): void;
}

const key = "speech-playground-stage";

/**
 * A place in the tab's own storage: another tab may show something else. Where the browser keeps nothing, neither does
 * it.
 */
function createStagePlace(storage: () => Pick<Storage, "getItem" | "setItem"> = () => sessionStorage): StagePlace {
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(item) {
      try {
        storage().setItem(key, item);
      } catch {
        // Then it begins anew after a reload.
      }
    },
  };
}
