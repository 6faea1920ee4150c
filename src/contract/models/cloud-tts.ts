import { undocumented } from "../language.ts";
import type { ModelDescriptor } from "../model.ts";
import { cloudVoices } from "./cloud-tts-voices.ts";

/** What the numbers of section 2.2 have in common. */
const number = {
  kind: "number",
  group: "delivery",
  section: "2.2",
  modes: ["speech"],
  default: undocumented,
  range: undocumented,
} as const;
const multiplier = {
  ...number,
  help: {
    en: "A multiplier; 1 is 100 %. The documentation gives no range.",
    zh: "倍率；1 表示 100 %。服务文档未给出范围。",
  },
  neutral: 1,
  step: 0.05,
  unit: "multiplier",
} as const;

/** Model A (sections 2.1 and 2.2): named voices in many languages; speed, volume and pitch. */
export const cloudTts: ModelDescriptor = {
  id: "cloud-tts",
  label: "Cloud TTS",
  summary: { en: "Named voices, speed, volume, pitch", zh: "众多音色，可调语速、音量、音高" },
  badge: { en: "322 voices", zh: "322 个音色" },
  section: "2.2",
  modes: {
    speech: { endpoint: "speech", limit: undocumented, control: {}, transports: ["http"] },
  },
  defaultMode: "speech",
  containers: [],
  fields: [
    {
      key: "text",
      kind: "text",
      group: "script",
      label: { en: "Script", zh: "文本" },
      help: { en: "The text to speak.", zh: "要朗读的文本。" },
      section: "2.1",
      places: [{ path: ["input"] }],
      required: true,
      modes: ["speech"],
    },
    {
      key: "voice",
      kind: "voice",
      group: "voice",
      label: { en: "Voice", zh: "音色" },
      help: { en: "One of 322 names; the name also fixes the language.", zh: "322 个名称之一；名称同时决定语言。" },
      section: "2.1",
      places: [{ path: ["voice"] }],
      required: true,
      modes: ["speech"],
      voices: cloudVoices,
      first: { en: "en-US-AriaNeural", zh: "zh-CN-XiaoxiaoNeural" },
    },
    {
      ...multiplier,
      key: "speed",
      label: { en: "Speed", zh: "语速" },
      places: [{ path: ["speed"] }],
      ownRange: { minimum: 0.25, maximum: 4 },
    },
    {
      ...multiplier,
      key: "volume",
      label: { en: "Volume", zh: "音量" },
      places: [{ path: ["volume"] }],
      ownRange: { minimum: 0, maximum: 2 },
    },
    {
      ...number,
      key: "pitch",
      label: { en: "Pitch", zh: "音高" },
      help: {
        en: "An offset in Hz from the voice's own pitch. The documentation gives no range.",
        zh: "相对于音色自身音高的偏移（Hz）。服务文档未给出范围。",
      },
      places: [{ path: ["pitch"] }],
      neutral: 0,
      ownRange: { minimum: -100, maximum: 100 },
      step: 1,
      unit: "hertz",
    },
    {
      key: "response_format",
      kind: "choice",
      group: "output",
      label: { en: "Format", zh: "格式" },
      help: {
        en: "mp3 by default; the documentation shows no other values.",
        zh: "默认为 mp3；服务文档未列出其他取值。",
      },
      section: "2.1",
      places: [{ path: ["response_format"] }],
      modes: ["speech"],
      default: "mp3",
      options: [{ value: "mp3" }],
      open: true,
    },
  ],
  modeOf: () => "speech",
  rules: [],
  output: ({ response_format: format }) => ({ codec: (format ?? "mp3") === "mp3" ? "mp3" : undocumented }),
  price: undocumented,
};
