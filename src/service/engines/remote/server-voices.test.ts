import { describe, expect, it } from "vitest";
import { parseServerVoices, readServerVoices } from "./server-voices.ts";

const heart = { speaker: "af_heart", language: "en-US", gender: "female" };
const xiaobei = { speaker: "zf_xiaobei", language: "zh-CN", gender: "female" };

describe("voices that a server lists", () => {
  it.each([
    ["objects, as Kokoro-FastAPI since 0.4", { voices: [{ id: "af_heart", name: "af_heart" }, { id: "zf_xiaobei" }] }],
    ["names, as Kokoro-FastAPI before", { voices: ["af_heart", "zf_xiaobei"] }],
    ["a bare array", ["af_heart", { name: "zf_xiaobei" }]],
    ["a list under data", { object: "list", data: [{ voice_id: "af_heart" }, { id: "zf_xiaobei" }, "af_heart"] }],
    [
      "with languages and genders, as Speaches",
      {
        voices: [
          { name: "af_heart", id: "af_heart", language: "en-us", gender: "female" },
          { name: "zf_xiaobei", id: "zf_xiaobei", language: "zh", gender: "Female" },
        ],
      },
    ],
  ])("are understood: %s", (_, answer) => {
    expect(readServerVoices(answer)).toEqual({ voices: [heart, xiaobei], unknown: [] });
  });

  it("tell language and gender by Kokoro's names", () => {
    const names = "am_adam,bf_emma,ef_dora,ff_siwis,hm_omega,if_sara,jf_alpha,pm_alex,zm_yunxi,zf_001";
    expect(readServerVoices(names.split(","))?.voices.map(({ language, gender }) => `${language} ${gender}`)).toEqual([
      "en-US male",
      "en-GB female",
      "es-ES female",
      "fr-FR female",
      "hi-IN male",
      "it-IT female",
      "ja-JP female",
      "pt-BR male",
      "zh-CN male",
      "zh-CN female",
    ]);
  });

  it("are left out by name where nothing tells language or gender", () => {
    const answer = { voices: ["alloy", { id: "amy", language: "en" }, { id: 7 }, { id: "a b" }, null, "af_heart"] };
    expect(readServerVoices(answer)).toEqual({ voices: [heart], unknown: ["alloy", "amy"] });
  });

  it.each([{}, { voices: "af_heart" }, "af_heart", null, 7])("are no list: %j", (answer) => {
    expect(readServerVoices(answer)).toBeUndefined();
  });
});

describe("voices that are configured", () => {
  it("have a language and a gender each, or one of Kokoro's names", () => {
    expect(parseServerVoices("af_heart, alloy=en-us/female,onyx=de/male,ash=zh_Hans_CN/male")).toEqual([
      heart,
      { speaker: "alloy", language: "en-US", gender: "female" },
      { speaker: "onyx", language: "de-DE", gender: "male" },
      { speaker: "ash", language: "zh-CN", gender: "male" },
    ]);
  });

  it.each(["", "alloy", "alloy=en-US", "alloy=en-US/neuter", "alloy=!/male", "a=en/male/x", "a=b=c", "af_heart,,"])(
    "can't be read: %s",
    (text) => {
      expect(parseServerVoices(text)).toBeUndefined();
    },
  );
});
