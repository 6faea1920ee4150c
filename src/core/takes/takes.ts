import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechClient } from "../../api/client.ts";
import { createStore as createValue } from "../../audio/base/store.ts";
import { expectedFormat } from "../../audio/formats/expected-format.ts";
import type { PlayerFactory } from "../../audio/players/players.ts";
import { createSpeechSession } from "../../audio/session/session.ts";
import { isUnderWay, recordingOf } from "../../audio/session/session-state.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { pathAt } from "../../contract/service-names.ts";
import type { Drawing } from "../page/drawing.ts";
import { settledOnce } from "../page/wait.ts";
import { joinSession, type SoundStore } from "../sound/sound-owner.ts";
import { answerSource, sentAfter } from "./answer-source.ts";
import type { HistoryOf } from "./kept-arrivals.ts";
import type { TakeLibrary } from "./library.ts";
import { spokenScriptOf, type Take, type TakeId, type TakeRow } from "./take.ts";
import type { WrittenDraft } from "./take-draft.ts";
import { createTakeRecorder } from "./take-recorder.ts";
import { remoteAddress } from "./take-service.ts";

export interface TakeOptions {
  readonly client: Pick<SpeechClient, "speechSource">;
  readonly players: PlayerFactory;
  readonly sound: SoundStore;
  readonly drawing: Pick<Drawing, "hold" | "draw">;
  readonly library: TakeLibrary;
  /** Which services there are; undefined until the page has heard of any. */
  readonly config: () => PlaygroundConfig | undefined;
  readonly historyOf: HistoryOf;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** The rate at which headerless samples are played, in hertz; the usual one when absent or undefined. */
  readonly sampleRate?: () => number | undefined;
}

/** The take in the player, and everything that puts one there. */
export interface Takes {
  readonly current: Take | undefined;
  /** What failed without a sound, where the player has gone back to an earlier take: it is told of all the same. */
  readonly failed: Take | undefined;
  /** Takes whose answers are still coming, by id; the current one may be among them. */
  readonly live: ReadonlyMap<TakeId, Take>;
  /**
   * Sends a submission whose answer is heard as it comes. Call it inside a person's click or key: sound may only begin
   * there. Where `keeps` says so and no sound comes, what sounds in the player comes back, at its place.
   */
  listen(made: WrittenDraft, keeps?: boolean): void;
  /**
   * Puts a take of the library into the player, playing when `play` says so. Call it inside a person's click. Nothing
   * is sent. False when there is no such take, and where it is `unasked`, because nobody wanted it at this moment,
   * while the player is reserved. What sounds in the player stays where `keeps` says so, and `id` is told of as
   * `failed`.
   */
  open(
    id: TakeId,
    options: { readonly play: boolean; readonly unasked?: boolean; readonly keeps?: boolean },
  ): Promise<boolean>;
  /** Keeps the player for what is asked for, such as on the stage. Returns what ends that. */
  reserve(): () => void;
  /**
   * Puts the latest take that has its sound into the player, where nothing is there yet: what a reload took away.
   * Resolves when the library is read and nothing more is to be done.
   */
  openLast(): Promise<void>;
  /** Ends what a take still receives, whether it is heard or not; what came is kept. */
  end(id: TakeId): void;
  /** Notes how a take is ended that isn't heard; without `stop`, that it is over. */
  endBy(id: TakeId, stop?: () => void): void;
  /** Ends what a take still receives, and takes it out of the player. */
  release(ids: readonly TakeId[]): void;
}

export type TakesStore = StoreApi<Takes>;

/** A store without any take in the player. */
export function createTakesStore(options: TakeOptions): TakesStore {
  const { client, players, sound, drawing, library, historyOf, now, wallClock, sampleRate } = options;
  return createStore<Takes>()((set, get) => {
    /** The answer of the last call of `open` counts, however long an earlier one takes to read. */
    let openings = 0;
    let reservations = 0;
    let leaveSound = () => {};
    /** What ends the takes that aren't heard. */
    const stops = new Map<TakeId, () => void>();
    /** What sounded before the take in the player was sent, as long as that may bring no sound. */
    let parked: Take | undefined;
    /**
     * Puts `take` into the player. What was there goes on receiving in silence, or is let go of.
     *
     * @param aside whether what sounds there may come back.
     */
    function show(take: Take | undefined, aside = false, failed?: Take): void {
      const before = get().current;
      openings++;
      if (before === take) {
        set({ failed });
        return;
      }
      const last = parked;
      parked = !aside ? undefined : sounds(before) ? before : last;
      for (const old of new Set([before, last])) if (old !== take) putAway(old);
      leaveSound();
      leaveSound = take === undefined ? () => {} : joinSession(sound, take.session);
      set({ current: take, failed });
    }

    function putAway(take: Take | undefined): void {
      if (take === undefined) return;
      if (take === parked || get().live.has(take.id)) take.session.pause();
      else take.session.dispose();
    }

    /** Where `take` has ended in the player: what sounded before comes back if no sound came, and is let go of else. */
    function settleParked(take: Take): void {
      if (get().current !== take || parked === undefined) return;
      const { state } = take.session.getSnapshot();
      if (state.status === "failed" && !sounds(take)) {
        show(parked, false, take);
        return;
      }
      const old = parked;
      parked = undefined;
      putAway(old);
    }

    function forgetLive(id: TakeId): void {
      const live = new Map(get().live);
      const take = live.get(id);
      live.delete(id);
      set({ live });
      // Nobody listens to it: the library has what came.
      if (take !== undefined && get().current !== take && parked !== take) take.session.dispose();
    }

    function listen({ draft, written }: WrittenDraft, keeps = false): void {
      const { row, details, model, request, values } = draft;
      const expected = expectedFormat(model.output(values), sampleRate?.());
      // One beginning for what the player shows and what is written down.
      const started = now();
      const circumstances = () => ({ onLine: navigator.onLine, time: wallClock() });
      const recorder = createTakeRecorder(library, row.id, model, started, circumstances);
      const timestamps = createValue<readonly unknown[]>([]);
      const session = createSpeechSession({
        source: sentAfter(
          written,
          answerSource(draft, { client, library, circumstances, expected, observe: recorder.observe }),
        ),
        expectedFormat: expected,
        players,
        history: historyOf(`${model.id} ${pathAt(row.serviceName, request.path)}`),
        now,
        started,
        onAnswer: drawing.hold,
        onProgress(data) {
          timestamps.set([...timestamps.getSnapshot(), data]);
          recorder.noteWords(data);
        },
      });
      const { id, voice, voices, emotion, serviceName } = row;
      const take: Take = {
        id,
        model,
        voice,
        voices,
        emotion,
        ...spokenScriptOf(details),
        request,
        serviceName,
        session,
        isAskedHere: true,
        goesOn: row.resumed !== undefined,
        timestamps,
        network: recorder.network,
        log: recorder.log,
      };
      set({ live: new Map(get().live).set(take.id, take) });
      show(take, keeps);
      const leave = session.subscribe(() => {
        const { state, times } = session.getSnapshot();
        // A short answer is whole before it is heard.
        if (times.firstSound === undefined && state.status !== "failed" && state.status !== "stopped") return;
        leave();
        drawing.draw();
      });
      recorder.follow(session, () => {
        forgetLive(take.id);
        // The session says so in the midst of ending.
        queueMicrotask(() => settleParked(take));
      });
      session.start();
    }

    return {
      current: undefined,
      failed: undefined,
      live: new Map(),
      listen,
      async open(id, { play, unasked = false, keeps = false }) {
        if (unasked && reservations > 0) return false;
        const row = library.row(id);
        const current = get().current?.id === id ? get().current : undefined;
        const held = get().live.get(id) ?? (isOutdated(current, row) ? undefined : current);
        if (held !== undefined) {
          show(held);
          if (play) held.session.play();
          return true;
        }
        if (row === undefined) return false;
        const remote = remoteAddress(row, options.config());
        const player = remote === undefined ? players.createFinished() : players.createRemote(remote);
        // Set to play within the click: after reading, some browsers don't count it as a person's wish any more.
        // What stays at the service may sound before the rest is read.
        const leave = sound.getState().join(player);
        if (play && row.sound !== "none" && row.sound !== "removed") player.play();
        openings++;
        const opening = openings;
        const [details, kept, past] = await Promise.all([
          library.details(id),
          library.sound(id),
          import("./past-take.ts").catch(() => undefined),
        ]);
        leave();
        // Off line before it ever came: the take is there still.
        if (opening !== openings || past === undefined) {
          player.dispose();
          return past !== undefined;
        }
        const opened = past.openPastTake(row, details, kept, player, remote);
        const { current: before } = get();
        if (keeps && sounds(before)) {
          opened.session.dispose();
          show(before, false, opened);
        } else show(opened);
        return true;
      },
      reserve() {
        reservations++;
        let over = false;
        return () => {
          if (!over) reservations--;
          over = true;
        };
      },
      async openLast() {
        await settledOnce(library, () => library.getSnapshot().loaded);
        // Whoever pressed something meanwhile has another take in mind.
        if (openings > 0) return;
        const last = library.getSnapshot().rows.find(({ status, sound }) => status === "complete" && sound === "whole");
        if (last !== undefined) await get().open(last.id, { play: false });
      },
      end: (id) => (get().live.get(id)?.session.stop ?? stops.get(id))?.(),
      endBy: (id, stop) => void (stop === undefined ? stops.delete(id) : stops.set(id, stop)),
      release(ids) {
        for (const id of ids) {
          const { current, live } = get();
          const take = live.get(id);
          if (take !== undefined && isUnderWay(take.session.getSnapshot().state)) take.session.stop();
          if (parked?.id === id) {
            const old = parked;
            parked = undefined;
            putAway(old);
          }
          if (get().failed?.id === id) set({ failed: undefined });
          if (current?.id === id) show(undefined, false, get().failed);
        }
      },
    };
  });
}

/**
 * Whether a take was put into the player before its sound came, such as a task that is done by now, or couldn't be
 * played then, which may have been for want of a connection.
 */
function isOutdated(shown: Take | undefined, row: TakeRow | undefined): boolean {
  if (shown === undefined || row === undefined) return false;
  const { status, playback } = shown.session.getSnapshot().state;
  const ended = row.status === "complete" || row.status === "failed";
  const hasSound = row.sound !== "none" && row.sound !== "removed";
  return (ended && status === "stopped") || (hasSound && playback.status === "failed");
}

/** Whether there is sound of a take in the player. */
function sounds(take: Take | undefined): take is Take {
  if (take === undefined) return false;
  const { state } = take.session.getSnapshot();
  return take.download !== undefined || state.status === "receiving" || recordingOf(state) !== undefined;
}
