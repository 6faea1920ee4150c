import { ownScript } from "../../base/own-script.ts";
import type { MakeLine } from "../web-audio-sink.ts";
import processorAddress from "./processor.ts?worker&url";
import { createWorkletOutput } from "./worklet-output.ts";

/** Has the browser keep ready what {@link loadLines} will ask it for. */
export async function fetchLines(): Promise<void> {
  await (await fetch(processorAddress)).arrayBuffer();
}

/** Loads into `context` what lines need. Rejects as the browser does where that can't be had. */
export async function loadLines(context: BaseAudioContext): Promise<MakeLine> {
  await context.audioWorklet.addModule(ownScript(processorAddress));
  return (destination, onClosed) => {
    const node = new AudioWorkletNode(context, "sound-line", { numberOfInputs: 0, outputChannelCount: [2] });
    node.connect(destination);
    return createWorkletOutput({
      port: node.port,
      broken: node,
      clock: context,
      onClosed() {
        node.disconnect();
        onClosed();
      },
    });
  };
}
