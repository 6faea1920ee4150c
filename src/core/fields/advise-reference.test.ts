import { describe, expect, it } from "vitest";
import { adviseReference, isWrong } from "./advise-reference.ts";

const remote = { service: "remote" } as const;
const references = "http://127.0.0.1:4173/references/";
const embedded = { service: "embedded", references } as const;

describe("an address that the document rules out", () => {
  it.each([
    ["data:audio/wav;base64,UklGRg==", "data"],
    ["DATA:audio/mpeg,abc", "data"],
    ["UklGRiQAAABXQVZFZm10IBAAAAABAAEAIlYAAESsAAACABAAZGF0YQAAAAA+".repeat(2), "base64"],
    ["blob:https://app.example.org/3c1f", "blob"],
    ["file:///media/me/voice.wav", "file"],
    ["/media/me/voice.wav", "file"],
    ["~/voice.wav", "file"],
    ["../voice.wav", "file"],
    ["D:\\Sounds\\voice.wav", "file"],
    ["D:/Sounds/voice.wav", "file"],
    ["\\\\server\\share\\voice.wav", "file"],
    ["ftp://media.example.org/voice.wav", "scheme"],
    ["s3://bucket/voice.wav", "scheme"],
  ])("%s is told for what it is", (address, advice) => {
    for (const config of [remote, embedded, undefined]) expect(adviseReference(address, config)).toBe(advice);
    const said = adviseReference(address, undefined);
    expect(said !== undefined && isWrong(said)).toBe(true);
  });

  it.each([
    "",
    "  ",
    "h",
    "https",
    "https:/",
    "https://",
    "http://media",
    "http://10.0",
    "http://localhost:80/",
    "media.example.org/voice.wav",
    "narrator",
  ])("%j, which may still be typed, is no such one", (address) =>
    expect(adviseReference(address, remote)).toBeUndefined(),
  );
});

describe("an address that a service may not reach", () => {
  const inside = [
    "http://localhost:8000/v.wav",
    "http://recordings.localhost/v.wav",
    "http://127.0.0.1/v.wav",
    "http://0x7f.1/v.wav",
    "http://2130706433/v.wav",
    "http://10.1.2.3/v.wav",
    "http://172.20.0.1/v.wav",
    "http://192.168.1.20/v.mp3",
    "http://169.254.169.254/v.wav",
    "http://100.64.0.1/v.wav",
    "http://[::1]/v.wav",
    "http://[fd00::1]/v.wav",
    "http://[fe80::1]/v.wav",
    "http://[::ffff:127.0.0.1]/v.wav",
    "http://nas/v.wav",
    "http://nas.local/v.wav",
    "http://nas.local./v.wav",
    "http://nas.corp/v.wav",
    "http://metadata.google.internal/v.wav",
    "http://[fec0::1]/v.wav",
    "http://[::7f00:1]/v.wav",
    "http://[64:ff9b::7f00:1]/v.wav",
    "http://[2002:7f00:1::]/v.wav",
    "http://[4000::1]/v.wav",
    "https://files.corp.internal/v.wav",
  ];

  it.each(inside)("%s", (address) => {
    expect(adviseReference(address, remote)).toBe("unreachable");
    expect(adviseReference(address, embedded)).toBe("not_public");
    expect(adviseReference(address, undefined)).toBeUndefined();
  });

  it("isn't one that is public, nor a sample that the embedded service may fetch", () => {
    for (const address of [
      "https://media.example.org/narrator.wav",
      "http://8.8.8.8/v.mp3",
      "http://[2606:4700::1111]/v.mp3",
      "https://locals.example.org/v.mp3",
    ]) {
      expect(adviseReference(address, remote)).toBeUndefined();
      expect(adviseReference(address, embedded)).toBeUndefined();
    }
    expect(adviseReference(`${references}lower.mp3`, embedded)).toBeUndefined();
    expect(adviseReference(`${references}lower.mp3`, remote)).toBe("unreachable");
  });
});

it("warns of an address that may end too early, names a person, or leads to no MP3 or WAV", () => {
  expect(adviseReference("https://b.example.org/v.wav?X-Amz-Expires=300&X-Amz-Signature=1", remote)).toBe("expiring");
  expect(adviseReference("https://me:secret@b.example.org/v.wav", remote)).toBe("credentials");
  expect(adviseReference("https://b.example.org/v.m4a", remote)).toBe("other_format");
  expect(adviseReference("https://b.example.org/stream?id=1", remote)).toBeUndefined();
});
