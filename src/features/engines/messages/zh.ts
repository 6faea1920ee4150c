import { numbersOf } from "../../../core/messages/numbers.ts";
import type { EngineMessages } from "./en.ts";

const { integer, fixed } = numbersOf("zh");

export const zh: EngineMessages = {
  title: "自然音色",
  about:
    "在服务所在的机器上运行的神经网络模型，说话像真人。它们支持的语言安装后立即自然发声，其他语言仍由 eSpeak NG 朗读。",
  notAllowed:
    "自然音色由试验台的维护者通过 npm run voices 添加；维护者也可以设置 PLAYGROUND_ADD_VOICES=yes，让访客添加。",
  looking: "正在查看已有的音色…",
  unanswered: "试验台没有返回下载进度。正在进行的工作不受影响，页面会再次查询。",
  languages: (languages) => {
    const names = languages.split(", ").map((name) => ({ Chinese: "中文", English: "英文" })[name] ?? name);
    return `语言：${names.join("、")}`;
  },
  voices: (count) => `${integer(count)} 个音色`,
  megabytes: (count) => `约 ${integer(count)} MB`,
  kinds: { cloning: "模仿录音的声音", recognition: "听写录音的内容" },
  needs: (model, size) =>
    `单独使用时，只能模仿附有文字稿的录音，例如试验台的示例录音。要模仿其他录音，还需下载 ${model}（${size}），由它听写录音内容。`,
  leftOut: "SERVICE_VOICES 未包含它，因此不使用",
  states: {
    absent: "未安装",
    partial: "尚未下载完",
    downloading: "正在下载",
    checking: "正在核对发布方的校验和…",
    unpacking: "正在解压…",
    speaking: "正在试读一句话…",
    installed: "已安装，即刻可用",
    incomplete: "缺少文件",
  },
  part: (state, received, whole) => `${state}：${fixed(received, 1)} / ${fixed(whole, 1)} MB`,
  progress: (model) => `${model} 的下载进度`,
  problems: {
    broken_off: "连接中断。已下载的部分保留着，随时可以继续。",
    cannot_speak: "模型已完整下载，却无法发声，因此不会使用。请移除它，并查看语音库的说明：",
    disk_full: "服务所在机器的磁盘已满。已下载的部分保留着，请腾出空间后继续。",
    failed: "服务所在的机器出了问题。已下载的部分保留着，请重试。",
    file_missing: "模型缺少文件，请重新下载。",
    no_digest: "发布方没有给出压缩包的校验和，因此不会使用。请稍后重试。",
    not_writable: "服务无权写入存放模型的文件夹。请由试验台的维护者开放权限，或将 SERVICE_VOICES_DIR 设为其他文件夹。",
    release_refuses: "发布方没有提供压缩包。已下载的部分保留着，请稍后重试。",
    too_large: "压缩包的内容超出模型应有的大小，因此不会使用。请告知试验台的维护者。",
    unreachable:
      "无法连接发布方：服务所在的机器没有联网，或网络受阻。已下载的部分保留着。" +
      "请联网后继续，或自带压缩包并运行 npm run voices -- add 名称 --from 文件。",
    used_elsewhere: "另一个程序正在处理这个模型。请等它完成后重试。",
    wrong_digest: "下载的内容与发布方的校验和不符，已丢弃。请重试。",
  },
  add: "下载",
  goOn: "继续",
  mend: "重新下载",
  verify: "试读一句",
  hear: "试听",
  unheard: "这里无法播放这句话。请让模型再读一次。",
  remove: "移除…",
  sure: "要从服务所在的机器移除它吗？",
  removeNow: "移除",
  keep: "保留",
  news: (count) => `已有 ${integer(count)} 个自然音色模型`,
};
