import { expect, test } from "vitest";
import { configAt, type PlaygroundConfig } from "./playground.ts";

const usual = { service: "embedded", baseUrl: "http://127.0.0.1:1", addVoices: true } as const;
const other = {
  name: "production",
  service: "remote",
  baseUrl: "https://speech.example.com",
  colour: "#c02020",
} as const;
const config: PlaygroundConfig = {
  ...{ ...usual, version: "1.0.0", session: "password", hasKey: true, shareHours: 24 },
  services: [{ ...usual, name: "staging" }, other],
};

test("at each of several services stands what is the playground's own, and of a service its own alone", () => {
  const own = { version: "1.0.0", session: "password", hasKey: true, shareHours: 24, services: config.services };
  expect(configAt(config, "production")).toEqual({ ...own, ...other });
  for (const name of ["staging", "gone", undefined])
    expect(configAt(config, name)).toEqual({ ...own, ...usual, name: "staging" });
});

test("one service alone is what the playground tells", () => {
  const { services: _, ...alone } = config;
  expect(configAt(alone, undefined)).toBe(alone);
});
