import { expect, test } from "vitest";
import { ownRecordingFile } from "./own-recordings.fixture.ts";
import {
  faultOfOwnRecording,
  ownRecordingEnd,
  ownRecordingMostBytes,
  ownRecordingName,
  withoutOwnRecordings,
} from "./own-recordings.ts";

test.each([
  [ownRecordingFile(5), undefined],
  [ownRecordingFile(30), undefined],
  [ownRecordingFile(4.9), "too_short"],
  [ownRecordingFile(0), "too_short"],
  [ownRecordingFile(30.1), "too_long"],
  [ownRecordingFile(6).subarray(0, 43), "not_this_form"],
  [ownRecordingFile(6).subarray(0, 44), "not_this_form"],
  [ownRecordingFile(6).subarray(0, -1), "not_this_form"],
  [ownRecordingFile(6).subarray(0, -2), "not_this_form"],
  [new Uint8Array([...ownRecordingFile(6), 0, 0]), "not_this_form"],
  [new Uint8Array(0), "not_this_form"],
  ...[4, 8, 16, 20, 24, 28, 32, 36, 40].map(
    (offset) => [ownRecordingFile(6, { [offset]: 0x3c3c_3c3c }), "not_this_form"] as const,
  ),
] as const)("what is wrong with recording %#", (bytes, fault) => {
  expect(faultOfOwnRecording(bytes)).toBe(fault);
});

test("a recording of 30 seconds is as large as one may be", () => {
  expect(ownRecordingFile(30).length).toBe(ownRecordingMostBytes);
});

const name = ownRecordingName(1_795_477_200, "a-_4".repeat(8));

test.each([
  [`http://127.0.0.1:4173/references/${name}`, 1_795_477_200_000],
  [`https://speak.example.com/references/${name}`, 1_795_477_200_000],
  [`https://speak.example.com/references/${name}?x`, undefined],
  ["https://speak.example.com/references/own-1-short.wav", undefined],
  ["https://speak.example.com/references/lower.mp3", undefined],
  ["", undefined],
])("when the recording at %s ends", (address, end) => {
  expect(ownRecordingEnd(address)).toBe(end);
});

test("what leaves says when it ended, and opens nothing", () => {
  const text = `{"voice":"https://speak.example.com/references/${name}"}`;
  const clean = withoutOwnRecordings(text, "[removed]");
  expect(clean).toBe('{"voice":"https://speak.example.com/references/own-1795477200-[removed].wav"}');
  expect(ownRecordingEnd(clean.slice(10, -2))).toBe(1_795_477_200_000);
});
