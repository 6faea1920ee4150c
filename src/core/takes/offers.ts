import type { ComponentType } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { VoiceField } from "../../contract/model.ts";
import type { Exchange } from "../exchanges/exchanges.ts";
import type { LatePart } from "../page/lazy-with-retry.tsx";
import { perPlayground } from "../page/per-playground.ts";
import type { Playground } from "../page/playground.ts";
import { usePlayground } from "../page/playground-context.ts";
import type { StageComparisonProps } from "../stage/stage-acts.ts";
import type { TakeId, TakeRow } from "./take.ts";

/** What features offer to each other. Commands that none offers aren't shown. */
export interface Offers {
  readonly compare?: {
    /** The most takes that are compared at once. */
    readonly most: number;
    /** Adds a take to those that are compared, and shows them. */
    readonly add: (playground: Playground, id: TakeId) => void;
    /** Compares these and no others. */
    readonly choose: (playground: Playground, ids: readonly TakeId[]) => void;
    /** Shows takes against each other on the stage. */
    readonly Stage: ComponentType<StageComparisonProps>;
    /** The blind tests that were held on the stage. */
    readonly heldTests: (playground: Playground) => Promise<HeldTests>;
    /** What a show's blind tests of two takes came to so far; undefined where no round of one was counted. */
    readonly scoreOf: (
      playground: Playground,
      takes: readonly [TakeId, TakeId],
      question: "ab" | "abx",
    ) => Promise<BlindScore | undefined>;
  };
  /** Adds takes to what is presented, at the end. Rejects where that can't be done. */
  readonly present?: (playground: Playground, rows: readonly TakeRow[]) => Promise<AddedTakes>;
  /** What is prepared to be presented, above the page. */
  readonly Programme?: ComponentType<{ readonly onClose: () => void }>;
  /**
   * Takes against each other, to be presented: as one item at the end, whose number is given back, or at once, alone on
   * the stage. Rejects where that can't be done.
   */
  readonly presentTogether?: (
    playground: Playground,
    kind: "comparison" | "ab" | "abx",
    rows: readonly TakeRow[],
    where: "programme" | "stage",
  ) => Promise<number>;
  /** Makes a case of a take, and opens it. Rejects where that can't be done. */
  readonly keepTake?: (playground: Playground, row: TakeRow) => Promise<void>;
  /** The same of a request by hand that was answered. */
  readonly keepExchange?: (playground: Playground, exchange: Exchange) => Promise<void>;
  /** Asks what of some takes is to leave the page, and lets it leave. */
  readonly Export?: ComponentType<{
    readonly rows: readonly TakeRow[];
    /** Whether the file is first offered as a page that plays by itself. */
    readonly asPage?: boolean;
    readonly onClose: () => void;
  }>;
  /** Lets a take be heard by a link for a time, where the playground's server keeps such. */
  readonly ShareLink?: ComponentType<{ readonly row: TakeRow; readonly onClose: () => void }>;
  /** The links of takes that still work, as far as this browser made them. */
  readonly links?: (playground: Playground) => {
    readonly some: () => boolean;
    readonly of: (take: TakeId) => unknown;
    /** Deletes the links to these takes, of all takes when absent, as far as the server can be asked. Never rejects. */
    readonly removeOf: (takes?: readonly TakeId[]) => Promise<void>;
    /** Deletes those to takes that are gone. Call it once the library has read all of its takes from the disk. */
    readonly removeOrphans: () => Promise<void>;
  };
  /** How far an import is, and what became of it; nothing while there is none. */
  readonly ImportNotice?: ComponentType;
  /** The list of a model's voices, to tick any number of them. */
  readonly Voices?: LatePart<VoicesProps>;
}

export interface VoicesProps {
  readonly field: VoiceField;
  readonly ticked: readonly string[];
  readonly onTick: (names: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The blind tests that were held on the stage, in a rehearsal or before a room. */
export interface HeldTests {
  /** Forgets those of a rehearsal. */
  forgetRehearsed(): void;
  /** Leaves those that were revealed behind, so that the next room has its own. */
  leaveRevealed(): void;
}

/** What a blind test came to: rounds, and hands where they were counted, for each of two; of ABX, right and wrong. */
export interface BlindScore {
  readonly question: "ab" | "abx";
  readonly rounds: readonly [first: number, second: number];
  readonly hands: readonly [first: number, second: number] | undefined;
}

/** What became of takes that were added to the programme. */
export interface AddedTakes {
  /** The places of those that were added, from 1. */
  readonly added: readonly number[];
  /** The places of those that were there before: added twice they would be the same. */
  readonly known: readonly number[];
  readonly undo: () => void;
}

/** What a page's features offer: nothing until the board has come, whose features they are. */
export const offersOf = perPlayground((): StoreApi<Offers> => createStore<Offers>()(() => ({})));

export function useOffers(): Offers {
  return useStore(offersOf(usePlayground()));
}
