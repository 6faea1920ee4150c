import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavFile } from "../src/service/adaptation/recordings.fixture.ts";
import { decodeRecording } from "../src/service/reference/decode.ts";

// Workers read the configuration anew, and inherit the name.
process.env["E2E_MICROPHONE"] ??= join(tmpdir(), `microphone-${process.pid}.wav`);
const file = process.env["E2E_MICROPHONE"];

/** A microphone that hears a file again and again, for Chromium's command line. */
export const microphoneArguments = [
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-audio-capture=${file}`,
] as const;

/** Writes what the microphone hears, a low voice, and gives what removes it. */
export default async function writeMicrophone(): Promise<() => void> {
  const voice = readFileSync(new URL("../public/references/lower.mp3", import.meta.url));
  writeFileSync(file, wavFile(await decodeRecording(voice)));
  return () => rmSync(file, { force: true });
}
