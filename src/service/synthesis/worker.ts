import { parentPort } from "node:worker_threads";
import { giveWay } from "../engines/background.ts";
import { EspeakEngine } from "../engines/espeak/espeak-engine.ts";
import type { FromThread, ToThread } from "./threads/messages.ts";
import { Mp3Libraries } from "./threads/mp3-libraries.ts";
import { Speaker } from "./threads/speaker.ts";
import { warmUp } from "./threads/warm-up.ts";

/** Entry of a synthesis thread. An error that isn't handled ends the thread; the pool replaces it. */
if (parentPort === null) throw new Error("The synthesis worker runs as a worker thread only.");
const port = parentPort;
giveWay();

const engine = await EspeakEngine.load();
const libraries = new Mp3Libraries();
const post = (message: FromThread) => {
  if (message.type === "audio" || message.type === "encoded") port.postMessage(message, [message.bytes.buffer]);
  else port.postMessage(message);
};
await warmUp(engine, libraries);
const speaker = new Speaker(engine, libraries, post);
port.on("message", (message: ToThread) => speaker.handle(message));
post({ type: "ready" });
