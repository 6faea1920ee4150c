import { share } from "../../../contract/shares.ts";
import { numbersOf } from "../../../core/messages/numbers.ts";
import type { LinkMessages } from "./en.ts";

const { integer, size } = numbersOf("zh");
const most = size(share.mostBytes);

/** The texts of a take that is shared by a link, in Chinese. */
export const zh: LinkMessages = {
  title: "用链接分享",
  about: (count) =>
    `试验台的服务器会把音频和文本保留 ${integer(count)} 小时。在此期间，有链接的人无需登录即可阅读和收听；到期后两者都会删除。`,
  make: "生成链接",
  making: "正在发送音频…",
  begun: "上次生成链接时页面被关闭，服务器可能已经保留。可以重新生成以查看链接，或将其删除。",
  link: "链接",
  until: (when) => `有效期至 ${when}。`,
  copy: { copy: "复制链接", copied: "已复制", refused: "浏览器不允许复制。" },
  remove: "立即删除",
  removed: "链接已失效，服务器上的音频和文本也已删除。",
  problems: {
    body_too_large: `音频超过 ${most}，请改用“以网页分享…”。`,
    share_not_deleted: "链接已失效，但服务器暂时无法删除音频和文本，会每分钟重试一次。",
    share_not_written: "服务器的磁盘已满或无法写入，请告知试验台的维护者。",
    share_unusable: "服务器不接受此音频，请改用“以网页分享…”。",
    shares_not_offered: "此试验台已不再提供链接分享，请刷新页面。",
    too_many_shares: "本小时内分享的次数已达上限，请稍后再试。",
    overloaded: "此试验台保留的分享已达上限，或正忙，请稍后再试。",
    request_timeout: "网络太慢，来不及发送这么多音频，请改用“以网页分享…”。",
    too_much_at_once: "您同时发送的内容过多，请等部分得到答复后再试。",
    gone: "此记录的音频已不再保留，请再次朗读。",
    session_required: "请先登录。",
    unreachable: "试验台的服务器没有响应，请重试。",
  },
  failed: (code) => `收到的答复是错误（${code}），请告知试验台的维护者。`,
};
