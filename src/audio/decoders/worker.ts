import { askDecoder, detectCapabilities } from "../base/capabilities.ts";
import { createMp3Decoder } from "./mp3-decoder.ts";
import { createWebCodecsFrameDecoder } from "./web-codecs.ts";
import type { DecodingAnswer, DecodingOrder } from "./worker-messages.ts";

/** The worker in which MP3 is decoded for the player. It says first whether it can; then each port is one decoder. */
askDecoder(detectCapabilities()).then(({ mp3AudioDecoder }) => {
  if (mp3AudioDecoder !== undefined) {
    addEventListener("message", ({ data }: MessageEvent<MessagePort>) => decodeFor(data, mp3AudioDecoder));
  }
  postMessage(mp3AudioDecoder !== undefined);
});

function decodeFor(port: MessagePort, browserDecoder: typeof AudioDecoder): void {
  function say(answer: DecodingAnswer): void {
    port.postMessage(answer, answer.type === "audio" ? answer.audio.channels.map(({ buffer }) => buffer) : []);
  }

  const decoder = createMp3Decoder((frames) => createWebCodecsFrameDecoder(browserDecoder, frames), {
    onAudio: (audio) => say({ type: "audio", audio }),
    onError: ({ code, message }) => say({ type: "error", code, message }),
  });
  let decoded = Promise.resolve();

  async function follow(order: DecodingOrder): Promise<void> {
    if (order.type === "bytes") {
      decoder.decode(order.bytes);
      await decoder.ready();
      say({ type: "ready" });
    } else {
      await decoder.flush();
      say({ type: "flushed" });
    }
  }

  port.onmessage = ({ data }: MessageEvent<DecodingOrder>) => {
    if (data.type === "end") {
      decoder.dispose();
      port.close();
    } else decoded = decoded.then(() => follow(data));
  };
}
