import * as z from "zod/mini";
import { perPlayground } from "../../../core/page/per-playground.ts";
import {
  type ItemList,
  type Moment,
  mostItems,
  type OpenWire,
  openWire,
  type PresenterAct,
  readToStage,
  type ShownOnStage,
  type ToWindow,
  type Wire,
} from "./messages.ts";

export interface StageLinkOptions {
  /** The tab's own, so that a reloaded stage finds its window. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  readonly openWire: OpenWire;
  /** Opens a window for the stage of this name; false where that is blocked. */
  readonly openWindow: (stage: string) => boolean;
  readonly newId: () => string;
  readonly wallClock: () => number;
  /** Calls back after so many milliseconds; the answer calls it off. */
  readonly schedule: (callback: () => void, milliseconds: number) => () => void;
}

const key = "speech-playground-show";
const kept = z.object({ began: z.number(), stage: z.optional(z.string()) });

/**
 * How long another stage has to say that the channel is its own, in milliseconds: a duplicated tab brings the name of
 * the first one's.
 */
const patience = 200;

/** The stage's end of the way to its presenter's window. */
export function createStageLink(options: StageLinkOptions) {
  const { storage, newId, wallClock } = options;
  const self = newId();
  let show = readShow();
  let wire: Wire | undefined;
  /** Calls off what makes the channel this stage's own; undefined once it is. */
  let callOff: (() => void) | undefined;
  let onAct: ((act: PresenterAct) => void) | undefined;
  let latest: { readonly shown?: ShownOnStage; readonly moment?: Moment } = {};

  function readShow() {
    try {
      return kept.safeParse(JSON.parse(storage?.getItem(key) ?? "null")).data;
    } catch {
      return undefined;
    }
  }

  function keep(wanted: typeof show): void {
    show = wanted;
    try {
      if (wanted === undefined) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(wanted));
    } catch {
      // Then a reloaded stage opens a window of its own.
    }
  }

  const isOurs = (): boolean => wire !== undefined && callOff === undefined;

  function post(message: ToWindow | undefined): void {
    if (isOurs() && message !== undefined) wire?.post(message);
  }

  function tellAll(): void {
    post(latest.shown);
    post(latest.moment);
  }

  function connect(stage: string): void {
    if (wire !== undefined) return;
    wire = options.openWire(stage, hear);
    wire.post({ type: "claim", page: self });
    callOff = options.schedule(() => {
      callOff = undefined;
      tellAll();
    }, patience);
  }

  function disconnect(): void {
    callOff?.();
    callOff = undefined;
    wire?.close();
    wire = undefined;
  }

  /** Leaves the channel to the one whose it is; a window of its own gets another one. */
  function giveUp(): void {
    disconnect();
    if (show !== undefined) keep({ began: show.began });
  }

  function hear(raw: unknown): void {
    const message = readToStage(raw);
    if (message?.type === "taken" && message.page === self) giveUp();
    // Copies that come back together claim it at once, and none has it yet.
    if (message?.type === "claim" && callOff !== undefined) {
      if (self < message.page) wire?.post({ type: "taken", page: message.page });
      else giveUp();
    }
    if (message === undefined || !isOurs()) return;
    if (message.type === "hello") tellAll();
    else if (message.type === "ping") post(latest.moment);
    else if (message.type === "claim") wire?.post({ type: "taken", page: message.page });
    else if (message.type !== "taken") onAct?.(message);
  }

  return {
    /** When the show began, in Unix milliseconds: a reload doesn't begin it anew. */
    began: () => show?.began ?? wallClock(),
    /** It begins now: what was before was a rehearsal. */
    beginAnew(): void {
      if (show !== undefined) keep({ ...show, began: wallClock() });
    },
    /** The stage stands here, and hears what is pressed in its window. Returns what is to be called when it is left. */
    enter(heard: (act: PresenterAct) => void): () => void {
      onAct = heard;
      if (show === undefined) keep({ began: wallClock() });
      else if (show.stage !== undefined) connect(show.stage);
      return () => {
        if (isOurs()) wire?.post({ type: "closed" });
        disconnect();
        onAct = undefined;
        latest = {};
        keep(undefined);
      };
    },
    /**
     * Opens the window, or brings it to the front; false where the browser blocked it. Call it inside a key or click.
     */
    open(): boolean {
      const stage = show?.stage ?? newId();
      if (!options.openWindow(stage)) return false;
      keep({ began: show?.began ?? wallClock(), stage });
      connect(stage);
      return true;
    },
    /** Whether there may be a window. */
    isOpen: () => wire !== undefined,
    show(shown: ShownOnStage): void {
      if (JSON.stringify(shown) === JSON.stringify(latest.shown)) return;
      latest = { ...latest, shown };
      post(shown);
    },
    /** Gives the programme to who asked for it. */
    list: (items: ItemList) => post({ type: "items", items: items.slice(0, mostItems) }),
    tell(moment: Moment): void {
      if (JSON.stringify(moment) === JSON.stringify(latest.moment)) return;
      latest = { ...latest, moment };
      post(moment);
    },
  };
}

/** The one of a playground; the same one every time. */
export const stageLinkOf = perPlayground(({ wallClock, tabStorage }) =>
  createStageLink({
    storage: tabStorage.storage,
    openWire,
    openWindow(stage) {
      const address = `${location.pathname}#${new URLSearchParams({ window: "presenter", stage })}`;
      const opened = window.open(address, `speech-playground-${stage}`, "popup,width=1100,height=720");
      opened?.focus();
      return opened !== null;
    },
    newId: () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join(""),
    wallClock,
    schedule(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  }),
);
