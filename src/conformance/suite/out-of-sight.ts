import type { Localized } from "../../contract/language.ts";

function unseen(section: string, en: string, zh: string, reason: Localized) {
  return { section, rule: { en, zh }, reason } as const;
}

const throughProxy: Localized = {
  en:
    "The playground's server adds the key and answers such requests itself, so that the page never sees what the " +
    "service would say.",
  zh: "密钥由试听台的服务器添加，此类请求由它自行回应，页面看不到服务会如何回应。",
};
const byTheLedger: Localized = {
  en: "No answer tells what was charged: only the service's own settlement log does.",
  zh: "响应不会说明扣费情况，只有服务自身的结算日志可查。",
};

/** Rules of the document that can't be seen from a page, with the reason. */
export const outOfSight = [
  unseen("1", "A browser playground switches its modes by the text's length.", "浏览器试听台按文本长度切换模式。", {
    en: "That is about this page, not about the service; the page's own tests look at it.",
    zh: "这是对本页面而非服务的要求，由页面自身的测试检查。",
  }),
  unseen("2.1", "What is spoken is the text, in the voice's language.", "朗读的内容即文本，语言为该音色的语言。", {
    en:
      "Speech is measured, not understood: its length, pace, pitch and likeness are judged, and the language where " +
      "a header names it; another text of about the same length isn't told from the right one.",
    zh: "语音只作测量，不作识别：会判断时长、语速、音高和相似度，以及响应头所写的语言；长度相近的另一段文本无法区分。",
  }),
  unseen("2.3", "Each voice is the one of its name.", "每个音色与其名称相符。", {
    en:
      "Nobody has a recording of it to compare with: judged is that a woman's voice is higher than a man's, and " +
      "that no two in a row are the same.",
    zh: "没有可供比较的录音：只判断女声高于男声，且相邻两个音色不相同。",
  }),
  unseen(
    "2.4",
    "Model C's voice resembles its recording, and its emotion is heard.",
    "模型 C 的声音与录音相似，且能听出情感。",
    {
      en: "How much it should is said nowhere; people hear it, in Compare.",
      zh: "应有多相似，文档未作说明；可在“对比”中由人来听。",
    },
  ),
  unseen("2.4", "The recording must stay reachable while the task runs.", "任务运行期间录音须可访问。", {
    en: "It is a duty of whoever sends the request.",
    zh: "这是请求方的义务。",
  }),
  unseen("4", "A client that leaves doesn't cancel a Model C job.", "客户端离开不会取消模型 C 的作业。", {
    en: "A synchronous job has no id by which the page could ask what became of it.",
    zh: "同步作业没有 id，页面无从得知其结果。",
  }),
  unseen(
    "4",
    "Other methods and addresses than the documented ones don't exist.",
    "除文档所列外，没有其他方法与地址。",
    throughProxy,
  ),
  unseen(
    "4",
    "/v1/systemone serves language models of the type-safe family.",
    "/v1/systemone 用于类型安全系列的语言模型。",
    { en: "The document shows neither its request nor its answer.", zh: "文档未给出其请求与响应的结构。" },
  ),
  unseen(
    "5",
    "Every request and every WebSocket carries Authorization: Bearer.",
    "每个请求与 WebSocket 都带有 Authorization: Bearer。",
    throughProxy,
  ),
  unseen(
    "5",
    "A wrong or missing key gets 401, one without permission 403.",
    "密钥错误或缺失返回 401，无权限返回 403。",
    throughProxy,
  ),
  unseen("5", "Another key's task can't be read.", "不能读取其他密钥的任务。", {
    en: "A page has one key at a time.",
    zh: "页面同一时间只有一个密钥。",
  }),
  unseen(
    "5",
    "A content_url of Model C may carry a signature, which must not be changed.",
    "模型 C 的 content_url 可能带有签名，不得更改。",
    {
      en: "Its format and lifetime aren't documented; at the embedded service it is checked.",
      zh: "其格式与有效期未公开；对内置服务会做检查。",
    },
  ),
  unseen("7", "A failed Model C task is refunded.", "失败的模型 C 任务会退款。", byTheLedger),
  unseen(
    "8",
    "Model B counts a token for each character, Model C a price by seconds.",
    "模型 B 按字符计 token，模型 C 按秒计价。",
    byTheLedger,
  ),
  unseen("8", "Finished audio expires.", "成品音频会过期。", {
    en: "How soon isn't documented, and nobody would wait for it.",
    zh: "期限未公开，也无法等待。",
  }),
  unseen("8", "Request rates are limited.", "请求速率受限。", {
    en: "The limits aren't documented, and finding them would lock out everyone else.",
    zh: "限额未公开，试探会影响其他人使用。",
  }),
] as const;
