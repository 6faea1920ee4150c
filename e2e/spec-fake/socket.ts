import type { WebSocket } from "ws";
import { type Differs, oddPiece } from "./answer.ts";
import { type SungWord, sing, sungWords } from "./sound.ts";

/** Answers one frame with sound, the times of its words and `complete` (section 6). */
export async function speakOver(socket: WebSocket, text: string, differs: Differs): Promise<void> {
  const { bytes } = await sing(text, "mp3", 22_050);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += oddPiece) pieces.push(bytes.subarray(at, at + oddPiece));
  const progress = progressFrames(sungWords(text), differs);
  const say = (frame: unknown): void => socket.send(JSON.stringify(frame));

  if (differs("interleaved_frames")) {
    say({ type: "session.created", session: { id: 1 } });
    socket.ping();
    for (const piece of pieces) {
      socket.send(piece);
      const frame = progress.shift();
      if (frame !== undefined) say(frame);
      say({ type: "usage", characters: text.length });
    }
    say(["no", "object"]);
  } else {
    for (const piece of pieces) socket.send(piece);
  }
  for (const frame of progress) say(frame);
  say(
    differs("talkative_complete")
      ? { type: "complete", status: "failed?", usage: { characters: 1 }, error: null }
      : { type: "complete" },
  );
  socket.close(1000);
}

/** How many words one frame tells of. */
const wordsAtOnce = 3;

function progressFrames(words: readonly SungWord[], differs: Differs): object[] {
  if (!differs("partial_progress")) return [{ type: "progress", message: words }];
  const frames: object[] = [];
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    const some = words.slice(at, at + wordsAtOnce).map(({ word, start, end }) => ({
      word,
      start: Math.round(start * 1_000),
      end: Math.round(end * 1_000),
      score: 1,
    }));
    frames.push({ type: "progress", part: at, words: some });
  }
  return frames;
}
