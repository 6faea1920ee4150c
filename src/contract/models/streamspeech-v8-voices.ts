import type { Gender, Voice } from "../voices.ts";

const names = [
  ["zh", "female", "Mei Lian Ting Jing"],
  ["zh", "male", "Wei Jian Hao Sheng"],
  ["en", "female", "Autumn Melody Hannah Emily Ivy Kaitlyn Luna Willow Lauren Sierra"],
  ["en", "male", "Noah Jasper Caleb Ronan Ethan Daniel Zane"],
] as const satisfies readonly (readonly [string, Gender, string])[];

/** The 25 voices that the document names as common for Model B (section 2.3, rule 2). */
export const streamVoices: readonly Voice[] = names.flatMap(([locale, gender, list]) =>
  list.split(" ").map((name) => ({ name, label: name, locale, gender })),
);
