import { createStore, type StoreApi } from "zustand/vanilla";
import { isSounding, isUnderWay } from "../../audio/session/session-state.ts";
import { parseJson } from "../../contract/json.ts";
import { createKeptText, type KeptText } from "../../core/page/kept-text.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { Playground } from "../../core/page/playground.ts";
import { type ProgrammeStore, programmeOf } from "../../core/programme/programme.ts";
import {
  isSameScript,
  type ProgrammeItem,
  programmeItemSchema,
  scriptOf,
  takeOf,
} from "../../core/programme/programme-item.ts";
import { type HeldTests, offersOf } from "../../core/takes/offers.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { createBlackScreen } from "./black-screen.ts";
import { createHeldActs } from "./held-acts.ts";
import { countBeside, type Playability, phaseOf, playabilityOfItem } from "./playability.ts";
import type { Presenter } from "./presenter-state.ts";
import { keepRehearsal, type Rehearsed, readRehearsal, withoutChanged } from "./rehearsal.ts";
import { itemsOf, shownOf } from "./shown.ts";
import { sendForm } from "./stage-form.ts";
import { breath, type Phase, patience, type Step, stepBack, stepOn } from "./steps.ts";

/** The presenter of a playground; the same one every time. */
export const presenterOf = perPlayground((playground) => createPresenter(playground, programmeOf(playground)));

/** A presenter that shows nothing yet. Its place, its rehearsal, and what has no place outlive a reload of the tab. */
function createPresenter(playground: Playground, programme: ProgrammeStore): StoreApi<Presenter> {
  const keptText = (name: string) => createKeptText(playground.tabStorage.storage, `speech-playground-${name}`);
  const place = keptText("stage");
  const rehearsal = keptText("rehearsal");
  const keptAlone = keptText("stage-alone");
  const keptLoose = keptText("stage-page");
  const { takes, submit, sound, library, now } = playground;
  /** Whether the sound stands at its beginning because somebody wanted it there: the player may still be on its way. */
  let isAtBeginning = false;
  /** The take that is being read: read once more, it would be silent again. */
  let opening: TakeId | undefined;
  /** Since when the shown item may be awaited, on the steady clock. */
  let since = 0;
  /** Since when somebody wants to hear what of a comparison is still being spoken, on the steady clock. */
  let asked: number | undefined;
  /** The task that was sent by a press, which begins to sound when it is done, as a stream does. */
  let sentTask: TakeId | undefined;
  const keys = createHeldActs(library);
  /** Gives the player back to the page. */
  let giveBack = () => {};

  return createStore<Presenter>()((set, get) => {
    programme.subscribe(({ items: all }, { items: before }) => {
      const at = all.findIndex(({ id }) => id === get().shown);
      if (at !== -1) set({ at });
      const { rehearsed } = get();
      if (rehearsed !== undefined) rehearse(withoutChanged(rehearsed, before, all));
    });
    function rehearse(rehearsed: Rehearsed | undefined): void {
      if (rehearsed === get().rehearsed) return;
      keepRehearsal(rehearsal, rehearsed);
      set({ rehearsed });
    }
    function standAlone(alone: ProgrammeItem | undefined): void {
      keepItem(keptAlone, alone);
      set({ alone });
    }
    /** What the page holds, with the take that it became before a reload: sent again, it would be charged again. */
    function withTake(item: ProgrammeItem): ProgrammeItem {
      const kept = readItem(keptLoose);
      const form = kept && scriptOf(kept)?.form;
      const isUnspoken = item.kind === "script" && item.take === undefined;
      return isUnspoken && form !== undefined && isSameScript(item, form) ? { ...item, take: takeOf(kept) } : item;
    }
    const items = () => itemsOf(programme.getState().items, get());
    const current = () => shownOf(items(), get());

    function held(item: ProgrammeItem) {
      const { current: take } = takes.getState();
      return take !== undefined && take.id === takeOf(item) ? take : undefined;
    }

    function shownSession() {
      const { item } = current();
      return item && held(item)?.session;
    }

    function playabilityOf(item: ProgrammeItem): Playability {
      return playabilityOfItem(item, library.row(takeOf(item) ?? ""), library.getSnapshot().loaded);
    }

    const isBeingSpoken = (item: ProgrammeItem) => countBeside(item, library).coming > 0;

    /** Has the item go on by itself once more of it can be heard: its keys are told anew then. */
    function holdOn(): void {
      keys.hold(() => (goOn() ? undefined : holdOn()));
    }

    /** Has the item do a clicker's press itself; false where there is nothing left in it, or nothing yet. */
    function goOn(): boolean {
      if (keys.acts?.on() !== true) return false;
      asked = undefined;
      return true;
    }

    function wait(): void {
      const { item } = current();
      if (isComing()) keys.hold(get().on);
      else if (item !== undefined && isBeingSpoken(item)) {
        asked ??= now();
        holdOn();
      }
    }

    const isComing = () => keys.isComing(current().item, now() - since);
    function phase(): Phase {
      const { item } = current();
      if (item === undefined) return "stuck";
      const question = heldHere();
      if (question !== undefined) return question.hurdle.kind === "obstacle" ? "stuck" : "asked";
      if (isComing()) return "waiting";
      if (isBeingSpoken(item)) return asked !== undefined && now() - asked >= patience ? "working" : "waiting";
      const session = held(item)?.session;
      const sound = session && {
        snapshot: session.getSnapshot(),
        position: isAtBeginning ? 0 : session.position(),
      };
      const failure = library.row(takeOf(item) ?? "")?.failure;
      const unsent = failure?.kind === "offline" && failure.cost === "none";
      const stall = sound?.snapshot.times.stalls.at(-1);
      const isStalled = stall !== undefined && stall.until === undefined && now() - stall.from >= patience;
      const found = phaseOf(playabilityOf(item), sound, get().tried, unsent, isStalled);
      if (found !== "waiting" || now() - since < patience) return found;
      return library.row(takeOf(item) ?? "")?.mode === "async" ? "working" : "overdue";
    }

    /** What somebody wanted spoken here, and something stands in its way. */
    function heldHere() {
      const { held } = submit.getState();
      return held?.wish.place === "stage" ? held : undefined;
    }

    function agree(): void {
      const held = heldHere();
      if (held === undefined) return;
      since = now();
      isAtBeginning = false;
      submit.getState().agree(held);
    }

    /** Puts the item's take into the player where that holds something else; what that held falls silent. */
    function prepare(): void {
      const { item } = current();
      const id = takeOf(item);
      if (item === undefined || id === undefined || opening === id) return;
      if (id === sentTask && playabilityOf(item) === "kept") {
        sentTask = undefined;
        open(id, !black.holdsBack());
        return;
      }
      // What is being opened for an item that was passed over meanwhile would take its place.
      if (held(item) !== undefined && opening === undefined) return;
      const row = library.row(id);
      const failed = row?.status === "failed" && get().tried;
      const isLive = takes.getState().live.has(id);
      if (isLive || failed || playabilityOf(item) === "kept") open(id, false);
    }

    function open(id: TakeId, play: boolean): void {
      opening = id;
      const done = (): void => {
        if (opening === id) opening = undefined;
      };
      takes.getState().open(id, { play }).then(done, done);
    }

    function beginAt(shown: string): void {
      place.write(shown);
      set({ shown, at: items().findIndex(({ id }) => id === shown) });
    }

    function show(item: ProgrammeItem | undefined): void {
      if (item === undefined) return;
      since = now();
      asked = undefined;
      sentTask = undefined;
      keys.drop();
      submit.getState().withdraw("stage");
      // What is shown alone stands at no place of the programme, which is gone on with later.
      if (get().alone === undefined) beginAt(item.id);
      set({ tried: false, details: false, note: undefined });
      const { current: take } = takes.getState();
      take?.session.pause();
      if (take !== undefined && take.id === takeOf(item)) take.session.seek(0);
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
      const id = takeOf(item);
      if (there === "kept" && id !== undefined) {
        set({ tried: true });
        open(id, true);
      } else if (there === "unspoken") speak(item);
    }

    function speak(item: ProgrammeItem): void {
      const form = scriptOf(item)?.form;
      if (form === undefined) return;
      sendForm(playground, form, ({ id, mode }) => {
        set({ tried: true });
        if (mode === "async") sentTask = id;
        const { loose, rehearsed } = get();
        // The page's script is no item of the programme, and another one each time it is written.
        if (loose?.id === item.id && loose.kind === "script") {
          const spoken = { ...loose, take: id };
          keepItem(keptLoose, spoken);
          set({ loose: spoken });
        } else if (rehearsed !== undefined) rehearse(new Map(rehearsed).set(item.id, id));
        else programme.getState().noteTake(item.id, id);
      });
    }

    function withTests(act: (tests: HeldTests) => void): void {
      const { compare } = offersOf(playground).getState();
      // What can't be loaded hasn't held any.
      void compare?.heldTests(playground).then(act, () => {});
    }

    function restart(): void {
      const session = shownSession();
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
      if (item === undefined || playabilityOf(item) === "shown") return;
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
      // A second press in one breath was meant for what stood there before the question.
      agree: () => (now() - since >= breath ? agree() : undefined),
      restart,
      wait,
      next: () => go(1),
      previous: () => go(-1),
    };
    const step = (next: Step, direction: 1 | -1): void => (next === "stay" ? go(direction) : steps[next]());

    const black = createBlackScreen({
      isBlack: () => get().black,
      set,
      session: shownSession,
      isAwaited: () => phase() === "waiting",
      pauseItem() {
        const { item } = current();
        if (keys.acts?.pause() !== true) return undefined;
        return () => (current().item?.id === item?.id ? keys.acts?.playOrPause() : undefined);
      },
    });
    const unlessBlack = (act: () => void) => () => black.unless(act);
    const position = () => ({ index: current().index, count: items().length });
    return {
      shown: place.read(),
      at: 0,
      loose: undefined,
      alone: readItem(keptAlone),
      figures: false,
      rehearsed: readRehearsal(rehearsal),
      tried: false,
      details: false,
      black: false,
      note: undefined,
      begin(pageItem) {
        const loose = withTake(pageItem);
        set({ loose, tried: false, black: false, note: undefined });
        giveBack();
        giveBack = takes.getState().reserve();
        // A room hears voices as they speak; that it is muted is said, and ended by a key.
        sound.getState().setRate(1);
        const { item, index } = current();
        if (item === undefined) return;
        const take = takes.getState().current;
        const state = take !== undefined && take.id === takeOf(item) ? take?.session.getSnapshot().state : undefined;
        const isHeard = state !== undefined && (state.playback.status === "playing" || isUnderWay(state));
        isAtBeginning = false;
        // What is heard at this moment goes on where nothing else is prepared. Else all begins from the beginning; and
        // where the order changes later, the same item stays on the stage.
        if (!isHeard || item.id !== loose.id) show(item);
        if (index > 0) set({ note: "resumed" });
      },
      end() {
        if (current().item !== get().loose) shownSession()?.pause();
        sentTask = undefined;
        giveBack();
        submit.getState().withdraw("stage");
        set({ black: false });
        standAlone(undefined);
        keepItem(keptLoose, undefined);
        // The next room isn't told what this one found.
        if (programme.getState().items.some(({ kind }) => kind === "blind"))
          withTests((tests) => tests.leaveRevealed());
      },
      show(id) {
        standAlone(undefined);
        show(items().find((each) => each.id === id));
      },
      beginAt,
      showAlone: standAlone,
      setActs: keys.set,
      choose(number) {
        if (isComing()) keys.hold(() => get().choose(number));
        else unlessBlack(() => keys.acts?.choose(number))();
        return keys.acts !== undefined || isComing();
      },
      go: (distance) => unlessBlack(() => go(distance))(),
      first: unlessBlack(() => show(items()[0])),
      last: unlessBlack(() => show(items().at(-1))),
      anew: unlessBlack(() => {
        keys.acts?.anew();
        show(current().item);
      }),
      on: unlessBlack(() => goOn() || step(stepOn(phase(), position()), 1)),
      back: unlessBlack(() => keys.acts?.back() || step(stepBack(phase(), position()), -1)),
      playOrPause: unlessBlack(() => {
        if (keys.acts !== undefined) return keys.acts.playOrPause();
        if (isComing()) return keys.hold(get().playOrPause);
        const session = shownSession();
        const status = session?.getSnapshot().state.playback.status;
        if (isSounding(status)) session?.pause();
        else play();
      }),
      again: unlessBlack(again),
      agree: unlessBlack(agree),
      toggleBlack: black.toggle,
      toggleRehearsal() {
        const { item } = current();
        const ends = get().rehearsed !== undefined;
        rehearse(ends ? undefined : new Map());
        // What a room will be asked isn't given away by what was tried out before.
        if (ends) withTests((tests) => tests.forgetRehearsed());
        if (item !== undefined) show(items().find(({ id }) => id === item.id));
      },
      toggleFigures: unlessBlack(() => set({ figures: !get().figures })),
      toggleDetails: unlessBlack(() => set({ details: !get().details })),
      overdue() {
        const found = phase();
        const stalls = shownSession()?.getSnapshot().times.stalls;
        const from =
          found === "overdue" || found === "working"
            ? (asked ?? since)
            : found === "stalled"
              ? stalls?.at(-1)?.from
              : undefined;
        return from === undefined ? undefined : Math.floor((now() - from) / 1_000);
      },
      unlessBlack: black.unless,
      moment: () => keys.acts?.moment(),
      mended(kinds) {
        const failure = library.row(takeOf(current().item) ?? "")?.failure;
        // What may have been charged isn't sent again by a press that only goes on.
        if (failure?.cost === "none" && kinds.includes(failure.kind)) set({ tried: false });
      },
      prepare,
    };
  });
}

/** An item that has no place in the programme, and still outlives a reload; undefined where none is kept. */
function readItem(kept: KeptText): ProgrammeItem | undefined {
  return programmeItemSchema.safeParse(parseJson(kept.read() ?? "")).data;
}

/** Undefined forgets it. */
function keepItem(kept: KeptText, item: ProgrammeItem | undefined): void {
  kept.write(item && JSON.stringify(item));
}
