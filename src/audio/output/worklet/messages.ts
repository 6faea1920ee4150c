import type { Piece } from "../sound-sink.ts";

/** What the page tells a line. A stretch has a number of its own; frames are counted from its first one. */
export type LineRequest =
  /** `earliest` is a frame of the context; `fadeIn` a number of frames. */
  | {
      readonly type: "begin";
      readonly stretch: number;
      readonly piece: Piece;
      readonly earliest: number;
      readonly fadeIn: number;
    }
  | { readonly type: "put"; readonly stretch: number; readonly piece: Piece; readonly frame: number }
  | { readonly type: "fadeOut"; readonly stretch: number; readonly from: number; readonly to: number }
  | { readonly type: "cancel"; readonly stretch: number }
  /** Nothing more begins. */
  | { readonly type: "close" };

/** What a line says. */
export type LineReport =
  /** A stretch's first frame is this one of the context. */
  | { readonly type: "began"; readonly stretch: number; readonly frame: number }
  /** A stretch has sounded so many frames, and sounds no more. */
  | { readonly type: "over"; readonly stretch: number; readonly frames: number }
  /** The line was closed and is silent. */
  | { readonly type: "closed" };
