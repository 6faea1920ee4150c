import { numbersOf } from "../../messages/numbers.ts";
import type { ReferenceMessages } from "./en.ts";

const { decimal } = numbersOf("zh");

/** The texts of the form's less used parts, of Model C's form and of requests that wait for a job, in Chinese. */
export const zh: ReferenceMessages = {
  sampleRateHelp:
    "无文件头的采样数据不说明播放速度，服务文档也未给出采样率。" +
    "通常为 22,050 Hz；如果声音过慢或过快，请修改此值。它不会随请求发送。",
  sampleRateWrong: "采样率必须是 1,000 到 768,000 之间的整数（Hz）。",
  listen: (label) => `试听：${label}`,
  stop: (label) => `停止：${label}`,
  fetching: "正在获取…",
  sounding: "正在试听",
  blocked: "浏览器需要您再按一次才能播放。",
  failed: "浏览器无法播放：该地址没有返回内容，或者不是录音。任务结束前，服务需要能从该地址下载。",
  unusable: "服务无法使用这段录音。请检查地址是否指向 MP3 或 WAV 文件，且其中至少有一秒钟的说话声。",
  offline: "您已离线，现在无法试听。",
  advice: {
    data:
      "data: 地址里是录音本身（Base64），而服务不接受放在请求里的录音。" +
      "请把录音放到服务能够下载的位置，再填写它的 http 或 https 地址。",
    base64:
      "这看起来是 Base64，而服务不接受放在请求里的录音。请把它放到服务能够下载的位置，再填写它的 http 或 https 地址。",
    blob: "blob: 地址只存在于一个浏览器中。请把录音放到服务能够下载的位置，再填写它的 http 或 https 地址。",
    file: "服务无法读取您设备上的文件，也不支持上传。请把它放到服务能够下载的位置，再填写它的 http 或 https 地址。",
    scheme: "服务只通过 http 或 https 下载录音。请填写以它们开头的地址。",
    unreachable: "这个地址在您的设备或内部网络中，服务在别处，无法访问它。",
    not_public: "这里只能使用公开地址和示例录音。",
    credentials: "地址中含有用户名或密码。拿到请求的人都能看到它，服务也可能拒绝。",
    expiring: "这是会过期的签名地址。任务结束之前（包括排队期间）它都必须有效。",
    other_format: "从名称看，它既不是 MP3 也不是 WAV；服务文档推荐使用这两种格式。",
  },
  internal: "试听时，您的浏览器会访问这个地址，而它在您的设备或内部网络中。",
  presets: "预设",
  vector: "情绪",
  methods: {
    sameAsReference: "保持参考录音自身的情感。",
    emotionReference: "取自另一段录音的情感。",
    emotionVector: "选择一种情绪，或自行调配。",
  },
  fixedAt: (label, value) => `${label}：固定为 ${value}`,
  surprise: "服务将惊讶固定为 0。",
  faders: {
    emo_happy: "高兴",
    emo_angry: "愤怒",
    emo_sad: "悲伤",
    emo_afraid: "恐惧",
    emo_disgusted: "厌恶",
    emo_melancholic: "忧郁",
    emo_surprised: "惊讶",
    emo_calm: "平静",
  },
  sum: (sum) => `总和 ${decimal(sum)}`,
  sumZero: "全部为 0：保持说话人自身的情感。",
  sumMeaning: "八项之和。每项为 0 到 1，对总和没有规定。",
  resetVector: "重置",
  resetVectorLabel: "重置情绪",
  sameNote: "沿用参考录音自身的情感。",
  fallbackNote: "留空时使用音色的参考录音。",
  advanced: "高级",
  places: "参数写入的位置",
  placesNote: "同一个参数可以写在请求的多个位置，每个列表中靠前者优先。供检查用。",
  emotionPlace: "情感参数",
  placements: { top_level: "顶层", extra_body: "extra_body", instructions: "instructions" },
  eachField: "逐个设置情感参数",
  asGroup: (place) => `同上（${place}）`,
  surprisedSent: "emo_surprised",
  surprisedChoices: { none: "不发送", number: "0", text: '"0"' },
  wins: "实际读取",
  job: "任务完成后才会返回结果。离开或停止都不会取消任务，仍会计费。" + "使用异步模式可以离开，稍后再回来。",
  useAsync: "改用异步",
};
