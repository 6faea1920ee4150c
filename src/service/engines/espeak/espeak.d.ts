declare module "@echogarden/espeak-ng-emscripten" {
  interface EngineEvent {
    /** `samplerate`, `sentence`, `word`, `phoneme`, `end` and others. */
    readonly type: string;
    /** Place in the engine's text in code points, from 1. */
    readonly text_position: number;
    /** In code points. */
    readonly word_length: number;
    /** Milliseconds from the start of the call. */
    readonly audio_position: number;
    readonly id?: string | number;
  }

  interface EngineWorker {
    /** Words per minute, 80 to 450. */
    rate: number;
    /** 0 to 99; 50 is the voice's own. */
    pitch: number;
    /** 0 to 99; 50 is the voice's own. */
    range: number;
    volume: number;
    readonly samplerate: number;
    /** 0 when the voice is there. */
    set_voice(name: string): number;
    /** Calls back with every 100 ms of audio; stops when the callback returns true. */
    synthesize(text: string, callback: (samples: Int16Array, events: EngineEvent[]) => boolean): void;
  }

  interface EngineModule {
    readonly eSpeakNGWorker: new () => EngineWorker;
    readonly FS: { writeFile(path: string, text: string): void };
  }

  export type { EngineEvent, EngineModule, EngineWorker };
  export default function load(): Promise<EngineModule>;
}
