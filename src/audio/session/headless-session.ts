import type { AudioFormat } from "../base/format.ts";
import type { AudioSource } from "../base/source.ts";
import { createStore } from "../base/store.ts";
import { createRecorder, type Recorder, requireSound, whatCame } from "../players/recorder.ts";
import type { SessionSnapshot } from "./session.ts";
import { initialSessionState, isUnderWay, reduceSession, type SessionEvent } from "./session-state.ts";

interface HeadlessSessionOptions {
  readonly source: AudioSource;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** The moment on that clock from which times count. */
  readonly started: number;
  /** Called with what the service says about the words, as it came. */
  readonly onProgress?: (data: unknown) => void;
}

/** One answer that is recorded and not heard, told in the same words as one that is. It has not started. */
export function createHeadlessSession({ source, now, started, onProgress }: HeadlessSessionOptions) {
  const controller = new AbortController();
  const store = createStore<SessionSnapshot>({
    state: initialSessionState,
    times: { started, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] },
    duration: undefined,
    volume: 1,
    muted: true,
    rate: 1,
  });
  let recorder: Recorder | undefined;

  function dispatch(event: SessionEvent, times: Partial<SessionSnapshot["times"]> = {}): void {
    const before = store.getSnapshot();
    const state = reduceSession(before.state, event);
    if (state !== before.state) store.set({ ...before, state, times: { ...before.times, ...times } });
  }

  async function pump(): Promise<void> {
    for await (const part of source(controller.signal)) {
      if (controller.signal.aborted) return;
      if (part.type === "progress") onProgress?.(part.data);
      else if (part.type === "start") begin(part.format);
      else if (part.type === "audio") {
        recorder?.append(part.bytes);
        if (store.getSnapshot().times.firstAudio !== undefined || recorder === undefined) continue;
        dispatch({ type: "received", facts: recorder.facts() }, { firstAudio: now() });
      } else {
        const recording = recorder?.recording();
        if (recording === undefined) break;
        requireSound(recording);
        dispatch({ type: "completed", recording }, { ended: now() });
        const { duration } = recording.facts;
        if (duration !== undefined) store.set({ ...store.getSnapshot(), duration });
        return;
      }
    }
    if (!controller.signal.aborted) throw new TypeError("An audio source must finish with an end part or throw.");
  }

  function begin(format: AudioFormat): void {
    recorder = createRecorder(format);
    dispatch({ type: "format", format });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    /** Sends the request. Call it once. Settles when nothing more comes; never rejects. */
    async start(): Promise<void> {
      dispatch({ type: "started" });
      try {
        await pump();
      } catch (error) {
        if (!isUnderWay(store.getSnapshot().state)) return;
        dispatch({ type: "failed", error, recording: whatCame(recorder) }, { ended: now() });
      }
    },
    /** Ends the request. What came is kept. */
    stop(): void {
      dispatch({ type: "stopped", recording: whatCame(recorder) }, { ended: now() });
      controller.abort();
    },
  };
}
