import type { Localized } from "../language.ts";
import type { FieldDescriptor, Mode, ModelDescriptor, NumberField, Place } from "../model.ts";

const bothModes: readonly Mode[] = ["speech", "async"];

/** Where the emotion comes from (section 2.5): the values of `emo_control_method`. */
export const emotionMethods = {
  sameAsReference: "与音色参考音频相同",
  emotionReference: "使用情感参考音频",
  emotionVector: "使用情感向量控制",
} as const;

/** Top level, then `extra_body`, then `instructions` (section 2.5). */
function emotionPlaces(name: string): [Place, ...Place[]] {
  return [
    { path: [name], placement: "top_level" },
    { path: ["extra_body", name], placement: "extra_body" },
    { path: ["instructions", name], placement: "instructions" },
  ];
}

function fader(name: string, label: Localized): NumberField {
  return {
    key: name,
    kind: "number",
    group: "emotion",
    label,
    help: {
      en: "How strong this emotion is, from 0 to 1. All at 0 leave the speaker's own.",
      zh: "该情感的强度，0 到 1。全部为 0 时保持说话人自身的情感。",
    },
    section: "2.5",
    places: emotionPlaces(name),
    isRanked: true,
    modes: bothModes,
    shownWhen: { key: "emo_control_method", values: [emotionMethods.emotionVector] },
    default: 0,
    neutral: 0,
    range: { minimum: 0, maximum: 1 },
    step: 0.05,
    unit: "intensity",
  };
}

/** The eight emotions stand in the order in which people know them. */
const emotionFields: readonly FieldDescriptor[] = [
  {
    key: "emo_control_method",
    kind: "choice",
    group: "emotion",
    label: { en: "Emotion", zh: "情感" },
    help: { en: "Where the emotion comes from.", zh: "情感的来源。" },
    section: "2.5",
    places: emotionPlaces("emo_control_method"),
    isRanked: true,
    modes: bothModes,
    default: emotionMethods.sameAsReference,
    options: [
      {
        value: emotionMethods.sameAsReference,
        label: { en: "Same as the voice", zh: "与音色相同" },
      },
      {
        value: emotionMethods.emotionReference,
        label: { en: "From an emotion recording", zh: "使用另一段情感录音" },
        short: { en: "Recording", zh: "情感录音" },
      },
      {
        value: emotionMethods.emotionVector,
        label: { en: "Mood", zh: "情绪" },
      },
    ],
  },
  {
    key: "emo_ref_audio",
    kind: "reference",
    group: "emotion",
    label: { en: "Emotion recording", zh: "情感参考录音" },
    help: {
      en: "Public MP3 or WAV address; the voice reference when left out.",
      zh: "公开的 MP3 或 WAV 地址；不填则使用参考录音。",
    },
    section: "2.5",
    places: emotionPlaces("emo_ref_audio"),
    isRanked: true,
    modes: bothModes,
    shownWhen: { key: "emo_control_method", values: [emotionMethods.emotionReference] },
    fallback: "voice",
  },
  fader("emo_happy", { en: "happy", zh: "高兴" }),
  fader("emo_angry", { en: "angry", zh: "愤怒" }),
  fader("emo_sad", { en: "sad", zh: "悲伤" }),
  fader("emo_afraid", { en: "afraid", zh: "恐惧" }),
  fader("emo_disgusted", { en: "disgusted", zh: "厌恶" }),
  fader("emo_melancholic", { en: "melancholic", zh: "忧郁" }),
  {
    ...fader("emo_surprised", { en: "surprised", zh: "惊讶" }),
    help: { en: "The service fixes it at 0; only 0 may be sent.", zh: "由服务固定为 0，只能发送 0。" },
    range: { minimum: 0, maximum: 0 },
    numericStrings: ["0"],
  },
  fader("emo_calm", { en: "calm", zh: "平静" }),
  {
    key: "emo_random",
    kind: "boolean",
    group: "emotion",
    label: { en: "Random emotion", zh: "随机情感" },
    help: {
      en: "Lets chance vary the emotion. Works with a mood only, and makes the voice less like the recording.",
      zh: "让情感随机变化。只在选择“情绪”时有效，并会降低与参考录音的相似度。",
    },
    section: "2.5",
    places: emotionPlaces("emo_random"),
    isRanked: true,
    modes: bothModes,
    shownWhen: { key: "emo_control_method", values: [emotionMethods.emotionVector] },
    default: false,
  },
];

/** Model C (sections 2.4 and 2.5): the voice of a reference recording, with emotion control; WAV. */
export const refVoice2: ModelDescriptor = {
  id: "refvoice-2",
  label: "RefVoice 2",
  summary: { en: "A reference recording and emotion", zh: "参考录音与情感控制" },
  badge: { en: "voice cloning", zh: "声音克隆" },
  embeddedBadge: { en: "voice adaptation", zh: "声音模仿" },
  section: "2.4",
  modes: {
    speech: { endpoint: "speech", limit: 2_048, control: {}, transports: ["http"], waitsForJob: true },
    async: { endpoint: "tasks", limit: 2_048, control: {}, transports: ["http"] },
  },
  defaultMode: "async",
  containers: ["extra_body", "instructions"],
  fields: [
    {
      key: "text",
      kind: "text",
      group: "script",
      label: { en: "Script", zh: "文本" },
      help: { en: "The text to speak, 1 to 2,048 characters.", zh: "要朗读的文本，1 到 2,048 个字符。" },
      section: "2.4",
      places: [{ path: ["input"] }, { path: ["prompt_text"] }],
      required: true,
      modes: bothModes,
    },
    {
      key: "voice",
      kind: "reference",
      group: "voice",
      label: { en: "Reference recording", zh: "参考录音" },
      help: {
        en: "Public MP3 or WAV address, reachable until the task ends. Uploads and Base64 aren't supported.",
        zh: "公开的 MP3 或 WAV 地址，任务结束前须可访问。不支持上传文件或 Base64。",
      },
      section: "2.4",
      places: [
        { path: ["prompt_simple"] },
        { path: ["extra_body", "prompt_simple"] },
        { path: ["extra_body", "voice"] },
        { path: ["voice"] },
      ],
      isRanked: true,
      writes: "voice",
      required: true,
      modes: bothModes,
    },
    ...emotionFields,
    {
      key: "speed",
      kind: "number",
      group: "delivery",
      label: { en: "Speed", zh: "语速" },
      help: {
        en: "Left out or exactly 1: this model has no speed control.",
        zh: "省略或恰为 1：此模型不支持语速调节。",
      },
      section: "2.4",
      places: [{ path: ["speed"] }],
      modes: bothModes,
      default: 1,
      neutral: 1,
      range: { minimum: 1, maximum: 1 },
      step: 1,
      unit: "multiplier",
    },
    {
      key: "response_format",
      kind: "choice",
      group: "output",
      label: { en: "Format", zh: "格式" },
      help: { en: "WAV only.", zh: "仅支持 WAV。" },
      section: "2.4",
      places: [{ path: ["response_format"] }],
      modes: bothModes,
      default: "wav",
      options: [{ value: "wav" }],
    },
  ],
  modeOf: () => "speech",
  rules: [],
  output: () => ({ codec: "wav" }),
  price: { kind: "money", base: 0.015, perSecond: 0.002 },
  refundsFailedTasks: true,
};
