import { describe, expect, it } from "vitest";
import { en } from "../messages/en.ts";
import { numbersOf } from "../messages/numbers.ts";
import { zh } from "../messages/zh.ts";
import { failureWords } from "../submit/failure-words.ts";
import type { Failure } from "../takes/failure.ts";
import { isOwner, refusedKeyText, troubleText } from "./owner.ts";

/** What only somebody can do who is at the server. */
const serversOwn = /npm |SPEECH_|started/;

it("who opened the page on the server's own machine is taken for its owner", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].map(isOwner)).toEqual([true, true, true]);
  expect(["speak.example.com", "192.168.1.20"].map(isOwner)).toEqual([false, false]);
});

describe("others are told nothing that only the owner can do", () => {
  it.each(["server_gone", "service_gone", "offline"] as const)("of %s", (trouble) => {
    for (const texts of [en, zh]) {
      expect(troubleText(texts, trouble, false)).not.toMatch(serversOwn);
      expect(troubleText(texts, trouble, true)).toBe(texts.connection.troubles[trouble]);
    }
  });

  it("of a key that the service refuses", () => {
    for (const texts of [en, zh]) {
      expect(refusedKeyText(texts, false)).not.toMatch(serversOwn);
      expect(refusedKeyText(texts, true)).toMatch(/401.*SPEECH_API_KEY.*SPEECH_SERVICES/);
    }
  });

  it("of the playground's own service, which nobody needs to start", () => {
    const failure: Failure = { kind: "service_unreachable", message: "", cost: "none" };
    const config = { service: "embedded", session: "none_needed" } as const;
    for (const messages of [en, zh]) {
      const texts = { page: messages, numbers: numbersOf("en"), language: "en", of: () => "" } as const;
      for (const owner of [true, false]) {
        expect(failureWords(failure, config, texts, owner)).toMatchObject(messages.failure.embeddedGone);
        expect(troubleText(messages, "embedded_gone", owner)).toBe(messages.connection.troubles.embedded_gone);
      }
      expect(JSON.stringify([messages.failure.embeddedGone, messages.connection.troubles.embedded_gone])).not.toMatch(
        /npm |SPEECH_/,
      );
    }
  });

  it.each(["proxy_unreachable", "service_unreachable", "unauthorised", "proxy_refused"] as const)("of %s", (kind) => {
    const failure: Failure = { kind, message: "", cost: "none" };
    for (const messages of [en, zh]) {
      const texts = { page: messages, numbers: numbersOf("en"), language: "en", of: () => "" } as const;
      expect(failureWords(failure, undefined, texts, false).remedy).not.toMatch(serversOwn);
      expect(failureWords(failure, undefined, texts, true).remedy).toBe(messages.failure.remedies[kind]);
    }
  });
});
