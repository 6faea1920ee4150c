import { eld } from "eld/extrasmall";
import type { DetectedLanguage } from "./latin-language.ts";

addEventListener("message", ({ data, ports }: MessageEvent<string>) => {
  const detected = eld.detect(data);
  const { language } = detected;
  const answer: DetectedLanguage = { language, scores: detected.getScores(), isReliable: detected.isReliable() };
  ports[0]?.postMessage(answer);
});
