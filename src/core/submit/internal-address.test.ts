import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInternalAddress } from "./internal-address.ts";

const page = "https://speak.example.com/";
const references = "http://127.0.0.1:4173/references/";
const isInternal = (address: string) => isInternalAddress(address, references, page);

describe("an address that the browser would ask on its own device or network", () => {
  it.each([
    "http://localhost:8000/v.wav",
    "http://LOCALHOST./v.wav",
    "http://127.0.0.1:4173/references/other.mp3",
    "http://0x7f.1/v.wav",
    "http://2130706433/v.wav",
    "http://017700000001/v.wav",
    "http://127.1./v.wav",
    "http://１２７.0.0.1/v.wav",
    "http://0/v.wav",
    "http:192.168.1.1",
    "HTTP:\\\\192.168.1.1\\v.wav",
    "  http://10.1.2.3/reboot?now",
    "http://me:secret@172.20.0.1/v.wav",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/v.wav",
    "https://[::1]/v.wav",
    "http://[::ffff:192.168.1.1]/v.wav",
    "http://[fd00::1]/v.wav",
    "http://[fe80::1]/v.wav",
    "http://router/",
    "http://printer.local/v.wav",
    "http://nas.local../v.wav",
    "https://files.corp.internal./v.wav",
    "http://box.home.arpa/v.wav",
  ])("%s", (address) => {
    expect(isInternal(address)).toBe(true);
  });

  it("is one in whatever way its number is written", () => {
    const byte = fc.nat(255);
    const inner = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    );
    fc.assert(
      fc.property(inner, fc.constantFrom(8, 10, 16), fc.nat(3), fc.boolean(), (parts, base, joined, dotted) => {
        const prefix = base === 16 ? "0x" : base === 8 ? "0" : "";
        const kept = parts.slice(0, 3 - joined);
        const rest = parts.slice(3 - joined).reduce((number, part) => number * 256 + part, 0);
        const host = [...kept, rest].map((number) => prefix + number.toString(base)).join(".");
        expect(isInternal(`http://${host}${dotted ? "." : ""}/v.wav`)).toBe(true);
        const words = [parts[0] * 256 + parts[1], parts[2] * 256 + parts[3]].map((word) => word.toString(16));
        expect(isInternal(`http://[::ffff:${words.join(":")}]/v.wav`)).toBe(true);
      }),
    );
  });
});

it.each([
  "https://media.example.org/v.wav",
  "http://8.8.8.8/v.mp3",
  "http://[2606:4700::1111]/v.mp3",
  "https://local.example.org/v.mp3",
  // Heard from the page's own origin, whatever the service reaches it by.
  `${references}lower.mp3`,
  `${page}references/other.mp3`,
  "",
  "voice.wav",
  "data:audio/wav;base64,",
  "file:///media/v.wav",
])("%s is none", (address) => {
  expect(isInternal(address)).toBe(false);
});

it("a playground on this machine isn't meant by itself, but what else is there is", () => {
  const here = "http://127.0.0.1:4173/";
  expect(isInternalAddress("http://127.0.0.1:4173/references/lower.mp3", undefined, here)).toBe(false);
  expect(isInternalAddress("http://127.0.0.1:8000/v.mp3", references, here)).toBe(true);
  expect(isInternalAddress("http://localhost:4173/v.mp3", references, here)).toBe(true);
});
