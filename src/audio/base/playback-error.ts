/** Why sound could not be played. `code` is stable; the message is the browser's. */
export class PlaybackError extends Error {
  override readonly name = "PlaybackError";
  readonly code: "network" | "unsupported" | "undecodable" | "out_of_memory" | "unknown";

  constructor(code: PlaybackError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
