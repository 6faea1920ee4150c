import { ownRecording } from "./own-recordings.ts";

/**
 * A recording in the one form that is kept, of a tone; what differs is given as 32-bit fields of its header by offset.
 */
export function ownRecordingFile(
  seconds: number,
  changed: Readonly<Record<number, number>> = {},
  frequency = 220,
): Uint8Array<ArrayBuffer> {
  const { sampleRate } = ownRecording;
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * frequency * at) / sampleRate)),
  );
  const bytes = new Uint8Array(44 + samples.byteLength);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, "RIFF");
  text(8, "WAVEfmt ");
  text(36, "data");
  const fields = {
    ...{ 4: bytes.length - 8, 16: 16, 20: 0x1_0001, 24: sampleRate, 28: sampleRate * 2, 32: 0x10_0002 },
    ...{ 40: samples.byteLength, ...changed },
  };
  for (const [offset, value] of Object.entries(fields)) view.setUint32(Number(offset), value, true);
  bytes.set(new Uint8Array(samples.buffer), 44);
  return bytes;
}
