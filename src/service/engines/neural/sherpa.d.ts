declare module "sherpa-onnx-node" {
  interface Progress {
    readonly samples: Float32Array;
  }

  interface OfflineTts {
    /** In Hz. */
    readonly sampleRate: number;
    /** `onProgress` is told each sentence, and ends the work by returning 0. */
    generateAsync(request: {
      readonly text: string;
      /** Must be false where the runtime forbids memory of others, as Node doesn't but Electron does. */
      readonly enableExternalBuffer: boolean;
      readonly generationConfig: object;
      readonly onProgress: (progress: Progress) => number;
    }): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
  }

  interface OfflineStream {
    acceptWaveform(sound: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  }

  interface OfflineRecognizer {
    createStream(): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<{ readonly text: string }>;
  }

  interface LinearResampler {
    flush(samples: Float32Array): Float32Array;
  }

  interface Sherpa {
    readonly OfflineTts: { createAsync(config: object): Promise<OfflineTts> };
    readonly OfflineRecognizer: { createAsync(config: object): Promise<OfflineRecognizer> };
    readonly GenerationConfig: new (options: object) => object;
    readonly LinearResampler: new (from: number, to: number) => LinearResampler;
  }

  const sherpa: Sherpa;

  export type { OfflineRecognizer, OfflineTts, Sherpa };
  export default sherpa;
}
