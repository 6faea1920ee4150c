import { describe, expect, it } from "vitest";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { localeOf, spokenLanguage } from "./spoken-language.ts";

const english = "en-US-AriaNeural";
const taiwanese = "zh-TW-HsiaoChenNeural";

describe("the language of what is spoken", () => {
  it("is the voice's, where the text is written so", () => {
    expect(spokenLanguage("Good evening.", { model: cloudTts, voice: english })).toBe("en-US");
    expect(spokenLanguage("晚安，明天見。", { model: cloudTts.id, voice: taiwanese })).toBe("zh-TW");
    // Nothing speaks against it.
    expect(spokenLanguage("12", { model: cloudTts, voice: taiwanese })).toBe("zh-TW");
  });

  it("is else the one that is most often written so, and unknown of Latin letters", () => {
    expect(spokenLanguage("晚安，明天见。", { model: cloudTts, voice: english })).toBe("zh");
    expect(spokenLanguage("おやすみなさい。", { model: "refvoice-2", voice: "https://example.com/a.wav" })).toBe("ja");
    expect(spokenLanguage("Good evening.", { model: cloudTts, voice: taiwanese })).toBeUndefined();
    expect(spokenLanguage("Good evening.", { model: "unknown", voice: "" })).toBeUndefined();
  });

  it("isn't that of one voice where several speak", () => {
    expect(localeOf({ model: cloudTts, voice: english, voices: [english, taiwanese] })).toBeUndefined();
    expect(localeOf({ model: cloudTts, voice: english, voices: [english, english] })).toBe("en-US");
  });
});
