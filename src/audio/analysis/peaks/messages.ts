import type { AudioFormat } from "../../base/format.ts";
import type { AudioBytes } from "../../base/source.ts";
import type { Peaks } from "./peak-meter.ts";

/** What the page tells the worker that computes peaks. `bytes` and `end` are answered before the next is sent. */
export type PeaksRequest =
  | { readonly type: "format"; readonly format: AudioFormat }
  | { readonly type: "bytes"; readonly bytes: AudioBytes }
  | { readonly type: "end" };

/**
 * What the worker says: the peaks of everything so far, whenever there are more; that it is ready for the next bytes,
 * or that everything is done; that it can't read this sound piece by piece.
 */
export type PeaksAnswer =
  | { readonly type: "peaks"; readonly peaks: Peaks }
  | { readonly type: "ready" }
  | { readonly type: "unreadable" };
