import { expect, it } from "vitest";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { voiceCalled, voiceFieldOf } from "./voice-called.ts";

it("a voice is called by its name as it is sent, as people say it, or in Chinese", () => {
  const field = voiceFieldOf(cloudTts);
  if (field === undefined) throw new Error("Cloud TTS has voices.");
  const called = (name: string, near?: string) => voiceCalled(field, name, near)?.name;
  expect(called("en-gb-sonianeural")).toBe("en-GB-SoniaNeural");
  expect(called(" sonia ")).toBe("en-GB-SoniaNeural");
  expect(called("晓晓")).toBe("zh-CN-XiaoxiaoNeural");
  // As the page names it in Chinese.
  expect(called("晓晓 Xiaoxiao")).toBe("zh-CN-XiaoxiaoNeural");
  expect(called("Sonja")).toBeUndefined();
  const several = field.voices.filter(({ label, locale }) =>
    field.voices.some((other) => other.label === label && other.locale !== locale),
  );
  expect(several.length).toBeGreaterThan(1);
  for (const { label, locale } of several) {
    const neighbour = field.voices.find((voice) => voice.locale === locale);
    const found = field.voices.find(({ name }) => name === called(label, neighbour?.name));
    expect(found).toMatchObject({ label, locale });
  }
});
