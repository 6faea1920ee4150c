import type { ModelDescriptor, Place, RequestRule } from "../model.ts";
import { streamVoices } from "./streamspeech-v8-voices.ts";

/** The places of a field by its spellings; where there is an OpenAI name it is read first, lower case last. */
function spelt(capitalised: string, openai?: string): [Place, ...Place[]] {
  const lowercase = capitalised.toLowerCase();
  return openai === undefined
    ? [
        { path: [capitalised], spellings: ["capitalised"] },
        { path: [lowercase], spellings: ["lowercase", "openai"] },
      ]
    : [
        { path: [openai], spellings: ["openai"] },
        { path: [capitalised], spellings: ["capitalised"] },
        { path: [lowercase], spellings: ["lowercase"] },
      ];
}

const everyMode = ["stream", "speech", "async"] as const;
const defaultBitrate = "192k";

const oneMode: RequestRule = ({ fields, endpoint }) => {
  if (endpoint !== "speech") return [];
  const stream = fields.get("stream")?.winner;
  const speech = fields.get("speech")?.winner;
  const conflict = { section: "2.3", code: "conflict" } as const;
  if (stream?.value === true && speech?.value === true) {
    const remedy = { en: "Both are true; send one of them.", zh: "两者都为 true；请只发送其中一个。" };
    return [{ ...conflict, param: "stream", others: ["speech"], remedy }];
  }
  if (speech?.value === false && stream?.value !== true) {
    const remedy = {
      en: "Neither mode is chosen; send stream: true, or leave speech out.",
      zh: "没有选择任何模式；请发送 stream: true，或去掉 speech。",
    };
    return [{ ...conflict, param: "speech", others: ["stream"], remedy, undocumented: true }];
  }
  return [];
};

const oneFormat: RequestRule = ({ fields }) => {
  const codec = fields.get("codec")?.winner;
  const format = fields.get("response_format")?.winner;
  if (codec === undefined || format === undefined) return [];
  const wantsPcm = codec.value === "pcm_s16le" || codec.value === "pcm_mulaw";
  const agrees = wantsPcm ? format.value === "pcm" : format.value === "mp3";
  const bothKnown = (wantsPcm || codec.value === "libmp3lame") && (format.value === "pcm" || format.value === "mp3");
  if (agrees || !bothKnown) return [];
  return [
    {
      param: format.place,
      section: "2.3",
      undocumented: true,
      code: "conflict",
      others: [codec.place],
      remedy: {
        en: "mp3 goes with libmp3lame, pcm with pcm_s16le or pcm_mulaw; one of the two fields is enough.",
        zh: "mp3 对应 libmp3lame，pcm 对应 pcm_s16le 或 pcm_mulaw；两个字段给一个即可。",
      },
    },
  ];
};

/** Model B (section 2.3): speech and stream modes, long texts as tasks, and a WebSocket route. */
export const streamSpeechV8: ModelDescriptor = {
  id: "streamspeech-v8",
  label: "StreamSpeech v8",
  summary: { en: "Fast, word timestamps, long texts", zh: "低延迟，逐词时间戳，支持长文本" },
  badge: { en: "stream · async", zh: "流式 · 异步" },
  section: "2.3",
  modes: {
    stream: { endpoint: "speech", limit: 1_000, control: { stream: true }, transports: ["http", "websocket"] },
    speech: { endpoint: "speech", limit: 5_000, control: { speech: true }, transports: ["http"] },
    async: { endpoint: "tasks", limit: 500_000, control: {}, transports: ["http"] },
  },
  defaultMode: "stream",
  containers: [],
  fields: [
    {
      key: "text",
      kind: "text",
      group: "script",
      label: { en: "Script", zh: "文本" },
      help: { en: "The text to speak.", zh: "要朗读的文本。" },
      section: "2.3",
      places: spelt("Text", "input"),
      required: true,
      modes: everyMode,
      websocketName: "Text",
    },
    {
      key: "voice",
      kind: "voice",
      group: "voice",
      label: { en: "Voice", zh: "音色" },
      help: {
        en: "25 common voices; the service may know more.",
        zh: "25 个常用音色；服务可能支持更多。",
      },
      section: "2.3",
      places: spelt("VoiceId", "voice"),
      required: true,
      modes: everyMode,
      websocketName: "VoiceId",
      voices: streamVoices,
      first: { en: "Autumn", zh: "Mei" },
    },
    {
      key: "speed",
      kind: "number",
      group: "delivery",
      label: { en: "Speed", zh: "语速" },
      help: {
        en: "Negative is slower, positive is faster; 0 is the voice's own pace. Not a multiplier.",
        zh: "负值更慢，正值更快；0 为音色自身语速。不是倍率。",
      },
      section: "2.3",
      places: spelt("Speed"),
      modes: everyMode,
      websocketName: "Speed",
      default: 0,
      neutral: 0,
      range: { minimum: -1, maximum: 1 },
      step: 0.05,
      unit: "native",
    },
    {
      key: "pitch",
      kind: "number",
      group: "delivery",
      label: { en: "Pitch", zh: "音高" },
      help: { en: "A multiplier of the voice's own pitch.", zh: "相对于音色自身音高的倍率。" },
      section: "2.3",
      places: spelt("Pitch"),
      modes: everyMode,
      websocketName: "Pitch",
      default: 1,
      neutral: 1,
      range: { minimum: 0.5, maximum: 1.5 },
      step: 0.01,
      unit: "multiplier",
    },
    {
      key: "temperature",
      kind: "number",
      group: "delivery",
      label: { en: "Temperature", zh: "温度" },
      help: {
        en: "How much the delivery may vary from run to run. Stream mode only.",
        zh: "每次合成的变化程度。仅用于流式模式。",
      },
      section: "2.3",
      places: spelt("Temperature"),
      modes: ["stream"],
      default: 0.25,
      neutral: 0.25,
      range: { minimum: 0.1, maximum: 0.8 },
      step: 0.01,
      unit: "native",
    },
    {
      key: "bitrate",
      kind: "choice",
      group: "output",
      label: { en: "Bitrate", zh: "比特率" },
      help: { en: "Kilobits per second of the MP3.", zh: "MP3 的比特率（kbit/s）。" },
      section: "2.3",
      places: spelt("Bitrate"),
      modes: everyMode,
      websocketName: "Bitrate",
      default: defaultBitrate,
      options: ["16k", "32k", "48k", "64k", "128k", "192k", "256k", "320k"].map((value) => ({ value })),
    },
    {
      key: "codec",
      kind: "choice",
      group: "output",
      label: { en: "Codec", zh: "编码" },
      help: {
        en: "How the stream is encoded. Stream mode only.",
        zh: "音频流的编码方式。仅用于流式模式。",
      },
      section: "2.3",
      places: spelt("Codec"),
      modes: ["stream"],
      default: "libmp3lame",
      follows: { key: "response_format", values: { pcm: "pcm_s16le" } },
      options: ["libmp3lame", "pcm_s16le", "pcm_mulaw"].map((value) => ({ value })),
    },
    {
      key: "response_format",
      kind: "choice",
      group: "output",
      label: { en: "Format", zh: "格式" },
      help: {
        en: "mp3, or pcm in stream mode. Follows the codec when left alone.",
        zh: "mp3；流式模式还可用 pcm。不设置时由编码决定。",
      },
      section: "2.3",
      places: [{ path: ["response_format"] }],
      modes: everyMode,
      default: "mp3",
      follows: { key: "codec", values: { pcm_s16le: "pcm", pcm_mulaw: "pcm" } },
      options: [{ value: "mp3" }, { value: "pcm", modes: ["stream"] }],
    },
    {
      key: "timestamp_type",
      kind: "choice",
      group: "output",
      label: { en: "Timestamps", zh: "时间戳" },
      help: {
        en: "Whether times are given by word or by sentence. Speech mode and tasks only.",
        zh: "按词或按句给出时间。仅用于整段模式和任务。",
      },
      section: "2.3",
      places: spelt("TimestampType"),
      modes: ["speech", "async"],
      default: "sentence",
      options: [
        { value: "sentence", label: { en: "by sentence", zh: "按句" } },
        { value: "word", label: { en: "by word", zh: "按词" } },
      ],
    },
    {
      key: "speech",
      kind: "boolean",
      group: "control",
      label: { en: "speech", zh: "speech" },
      help: { en: "Selects speech mode.", zh: "选择整段模式。" },
      section: "2.3",
      places: [{ path: ["speech"] }],
      modes: ["speech"],
      default: true,
    },
    {
      key: "stream",
      kind: "boolean",
      group: "control",
      label: { en: "stream", zh: "stream" },
      help: { en: "Selects stream mode.", zh: "选择流式模式。" },
      section: "2.3",
      places: [{ path: ["stream"] }],
      modes: ["stream"],
      default: false,
    },
  ],
  modeOf: (body) => (body["stream"] === true ? "stream" : "speech"),
  rules: [oneMode, oneFormat],
  output: ({ codec, response_format: format, bitrate = defaultBitrate }) => {
    if (codec === "pcm_mulaw" || codec === "pcm_s16le") return { codec };
    if (format === "pcm") return { codec: "pcm_s16le" };
    const kilobits = Number.parseInt(String(bitrate), 10);
    return { codec: "mp3", ...(Number.isNaN(kilobits) ? {} : { bitrate: kilobits }) };
  },
  price: { kind: "tokens", perCharacter: 1 },
};
