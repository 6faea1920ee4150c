import type { Action } from "./actions.ts";
import type { PlaceName } from "./places.ts";
import type { Misbehaviour } from "./recording-service.ts";

/** What must come true beside the answer. */
export interface Demands {
  /** How many requests reach the service; by default none. */
  readonly asks?: number;
  /** What stands in the head of every request that reached it. */
  readonly asksWith?: RegExp;
  /** What stands in no head of a request that reached it. */
  readonly asksWithout?: RegExp;
  /** The playground ends the connection. */
  readonly ends?: true;
  /** How many answers come; by default one. */
  readonly answers?: number;
  /** No interim answer comes, as one to `Expect: 100-continue` would be. */
  readonly noInterim?: true;
  /** What stands in the bytes that came. */
  readonly holds?: RegExp;
  /** What doesn't. */
  readonly lacks?: RegExp;
  /** By how many MB the attacked program may grow at most while it happens. */
  readonly memory?: number;
  /**
   * For how many milliseconds the attacked program works at most while another caller waits, in the best of three
   * tries.
   */
  readonly others?: number;
  /** How the service behind it misbehaves. */
  readonly service?: Misbehaviour;
  /** How long is waited for what comes, in milliseconds. */
  readonly patience?: number;
  /** It takes seconds by its nature, so it begins with the first row and goes on beside the others. */
  readonly beside?: true;
}

/** One case: what is sent where, what must come back, and what must not have happened. */
export interface Row {
  readonly name: string;
  readonly place: PlaceName;
  readonly action: Action;
  /**
   * What must come: a status with our code (`403 foreign_origin`), `101 close 1009` for a WebSocket, `ends` for a
   * connection that is ended without an answer; several where each will do, separated by ` | `. `*` is any code of
   * ours.
   */
  readonly comes: string;
  readonly demands: Demands;
}

type Rows = (name: string, action: Action, comes: string, demands?: Demands) => Row;
const rowsOf =
  (place: PlaceName): Rows =>
  (name, action, comes, demands = {}) => ({ name, place, action, comes, demands });

export const embedded = rowsOf("embedded");
export const guarded = rowsOf("guarded");
export const visitors = rowsOf("visitors");
export const service = rowsOf("service");
