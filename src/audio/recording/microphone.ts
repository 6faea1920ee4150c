import { ownScript } from "../base/own-script.ts";
import { createScope, type Disposable } from "../base/scope.ts";
import type { Samples } from "../decoders/decoder.ts";
import processorAddress from "./capture-processor.ts?worker&url";

/**
 * Why there is no microphone: the page came over plain http from elsewhere (`insecure`), a person or the system refused
 * it, there is none, the part of the page that hears it didn't load (`part_missing`), or another program holds it.
 */
export type MicrophoneFault = "insecure" | "refused" | "absent" | "part_missing" | "busy";

/** Says why there is no microphone. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
  readonly fault: MicrophoneFault;

  constructor(fault: MicrophoneFault, cause?: unknown) {
    super(`There is no microphone: ${fault}.`, { cause });
    this.fault = fault;
  }
}

/** Where a microphone puts what it hears. Nothing is called after its end. */
export interface MicrophoneOutput {
  /** The next samples, from −1 to 1, at the microphone's rate. */
  onSamples(samples: Samples): void;
  /** It was pulled out, or the permission was taken back. */
  onLost(): void;
}

/** A microphone that is heard until it is disposed of. */
export interface Microphone extends Disposable {
  /** Hertz. */
  readonly sampleRate: number;
}

export type OpenMicrophone = (output: MicrophoneOutput) => Promise<Microphone>;

/**
 * The voice as it is: what a call does to it, for want of an echo and of noise, would be cloned as well. The level may
 * be adjusted, because few people can.
 */
const constraints = { echoCancellation: false, noiseSuppression: false, autoGainControl: true, channelCount: 1 };

/**
 * Asks for a microphone and listens to it. Call it inside a person's press: the browser asks them. Rejects with a
 * {@link MicrophoneError}.
 */
export const openMicrophone: OpenMicrophone = async ({ onSamples, onLost }) => {
  // Browsers hide it from pages that aren't secure.
  if (navigator.mediaDevices === undefined) throw new MicrophoneError(isSecureContext ? "absent" : "insecure");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: constraints }).catch((error: unknown) => {
    throw new MicrophoneError(faultOf(error), error);
  });
  const scope = createScope();
  const end = () => scope.dispose();
  for (const track of stream.getTracks()) {
    scope.own(() => track.stop());
    scope.listen(track, "ended", onLost);
  }
  try {
    const context = new AudioContext();
    scope.own(() => void context.close());
    const loaded = context.audioWorklet.addModule(ownScript(processorAddress)).catch((error: unknown) => {
      throw new MicrophoneError("part_missing", error);
    });
    await Promise.all([loaded, context.resume()]);
    const node = new AudioWorkletNode(context, "capture");
    const source = context.createMediaStreamSource(stream);
    node.port.onmessage = ({ data }: MessageEvent<Samples>) => {
      if (!scope.disposed) onSamples(data);
    };
    source.connect(node);
    // Silent: a browser lets nothing run that leads nowhere.
    node.connect(context.destination);
    scope.own(() => {
      source.disconnect();
      node.disconnect();
    });
    return { sampleRate: context.sampleRate, dispose: end };
  } catch (error) {
    end();
    throw error instanceof MicrophoneError ? error : new MicrophoneError("busy", error);
  }
};

function faultOf(error: unknown): MicrophoneFault {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "absent" : "busy";
}
