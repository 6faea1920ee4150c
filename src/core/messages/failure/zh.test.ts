import { expect, it } from "vitest";
import { zh } from "./zh.ts";

it("names no culprit and no cause where a code stands for several", () => {
  // The playground's server and the embedded service both say these of themselves.
  for (const code of ["internal_error", "overloaded", "shutting_down"])
    expect(zh.said(code, undefined)).not.toMatch(/试验台|语音服务/);
  // A server that broke down need not have spoken nothing, and what it has charged may not be given back yet.
  expect(zh.said("internal_error", undefined)).not.toMatch(/没有合成|可以再次/);
  // The voice is the wrong one far more often than none speaks the language.
  expect(zh.said("language_not_supported", "文本")).toContain("换一个说这种语言的音色");
});
