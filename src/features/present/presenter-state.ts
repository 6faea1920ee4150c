import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import type { StageActs } from "../../core/stage/stage-acts.ts";
import type { Rehearsed } from "./rehearsal.ts";

/** What is shown on the stage, and everything that changes it. */
export interface Presenter {
  /** The id of the item that is shown. */
  readonly shown: string | undefined;
  /**
   * The index at which it was last seen in the programme: it may be removed elsewhere, and what follows takes its
   * place.
   */
  readonly at: number;
  /** What the page held when the presentation was opened: it is shown while nothing is prepared. */
  readonly loose: ProgrammeItem | undefined;
  /** What was spoken in the rehearsal; undefined where this is none. Only `toggleRehearsal` ends it. */
  readonly rehearsed: Rehearsed | undefined;
  /** Whether the shown item was asked for since it is shown. */
  readonly tried: boolean;
  /** What stands on the stage in the place of all that is prepared, until it is left. */
  readonly alone: ProgrammeItem | undefined;
  /** Whether figures stand beside what is shown. */
  readonly figures: boolean;
  /** Whether somebody wants to know exactly why the shown item isn't heard. */
  readonly details: boolean;
  /** Whether the screen is black. */
  readonly black: boolean;
  /**
   * What there is to say of the place: somebody wanted to go beyond the first or the last item, or the presentation was
   * opened again where it was left. Whatever is done next ends it.
   */
  readonly note: "first" | "last" | "resumed" | undefined;
  /** Opens the presentation at the item that was shown last, also before a reload, once the programme is read. */
  begin(loose: ProgrammeItem): void;
  /** Closes it. What was prepared falls silent; what the page held before goes on in its player. */
  end(): void;
  show(id: string): void;
  /** Makes an item the one at which the presentation is opened. */
  beginAt(id: string): void;
  /** Shows this alone, once the presentation is opened. */
  showAlone(item: ProgrammeItem): void;
  /** Gives the keys to the shown item, where it has its own use for them. */
  setActs(acts: StageActs | undefined): void;
  /** Goes over to what has this number in the shown item; false where it has none. */
  choose(number: number): boolean;
  /** Shows the item that stands so many behind the shown one. */
  go(distance: number): void;
  first(): void;
  last(): void;
  /** Shows the item anew, from its beginning. */
  anew(): void;
  /** A clicker's buttons (see `stepOn` and `stepBack`). Call them inside a person's key or click: sound may begin. */
  on(): void;
  back(): void;
  playOrPause(): void;
  /**
   * Sends the shown script, anew where it was sent already, which a person asked for: what it still awaits is ended. A
   * take is heard once more.
   */
  again(): void;
  /** Agrees to what is asked before the shown script is sent. Call it inside a person's key or click. */
  agree(): void;
  toggleBlack(): void;
  toggleDetails(): void;
  toggleFigures(): void;
  /** Begins a rehearsal, from which live items come back live, or ends it. */
  toggleRehearsal(): void;
  /** For how many seconds the shown item's sound, or more of it, is overdue already; undefined while it isn't. */
  overdue(): number | undefined;
  /** Brings a black screen back, else does `act`. */
  unlessBlack(act: () => void): void;
  /** What sounds of an item that has its own use for the keys. */
  moment(): ReturnType<StageActs["moment"]> | undefined;
  /** What was in the way isn't any more, such as a missing network: what cost nothing can be asked for. */
  mended(kinds: readonly string[]): void;
  /** Puts the shown item's take into the player, once there is something of it to be heard. */
  prepare(): void;
}
