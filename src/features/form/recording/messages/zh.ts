import { numbersOf } from "../../../../core/messages/numbers.ts";
import type { RecordingMessages } from "./en.ts";

const { fixed } = numbersOf("zh");

/** 自己的录音，中文文本。 */
export const zh: RecordingMessages = {
  open: "录音或选择文件…",
  notOffered:
    "这里不能使用自己的录音，因为服务无法下载它。" +
    "试验台的维护者可以把 PLAYGROUND_PUBLIC_URL 设为服务能够访问试验台的地址。",
  there: (time) => `这是您自己的录音。试验台的服务器将它保留到 ${time}，服务从那里下载。`,
  gone: "这是您自己的录音。试验台的服务器上已经没有它，服务无法下载。",
  goneHere: "此浏览器中还有它。",
  goneEverywhere: "此浏览器中也没有它了。请重新录制，或选择其他录音。",
  removeNow: "立即删除",
  giveAgain: "重新发送到服务器",
  title: (label) => `${label}：自己的录音`,
  intro:
    "请准备 5 到 30 秒清晰的说话声。试验台的服务器只在内存中保留录音一小时，地址无法被猜到。" +
    "服务不接受上传：和其他录音一样，它得到的只是地址。",
  record: "录音",
  again: "重新录音",
  choose: "选择文件…",
  drop: "也可以把文件拖到这里，或直接粘贴。",
  asking: "正在等待麦克风。浏览器可能正在征求您的同意。",
  recordingShort: "正在录音，至少需要 5 秒。",
  recording: "正在录音，满 30 秒自动停止。",
  reading: (name) => `正在读取 ${name}…`,
  hints: {
    fine: "音量合适。",
    quiet: "声音太小：请靠近麦克风。",
    loud: "声音太大：请离麦克风远一些。",
  },
  level: "音量",
  ready: (seconds) => `${fixed(seconds, 1)} 秒录音已就绪。`,
  hear: "试听",
  use: "使用这段录音",
  giving: "正在发送到服务器…",
  cut: (seconds) => `文件长 ${fixed(seconds, 0)} 秒，可以使用其中 30 秒。请选择从哪里开始。`,
  cutFrom: "起点",
  wasLost: "麦克风已断开。断开之前录下的内容还在。",
  consentFirst: "请先勾选上面的方框，确认您有权使用这个声音。",
  faults: {
    short: "录音太短：至少需要 5 秒。",
    long: "录音太长：最多可以使用 30 秒。",
    silent: "录音里听不到声音。请检查是否选对了麦克风，以及它是否被静音。",
    quiet: "录音的声音偏小，靠近麦克风会更清晰。",
    clipped: "录音有几处太响，出现了爆音。请离远一些，或调低麦克风音量。",
  },
  problems: {
    insecure:
      "页面通过普通 http 打开时，浏览器不提供麦克风。请用 https 打开试验台，或在试验台所在的机器上用 http://localhost 加同一端口打开；也可以选择文件。",
    refused: "麦克风被拒绝。请在网址旁的图标处以及系统设置中允许使用，然后再按“录音”；也可以选择文件。",
    absent: "没有找到麦克风。请连接麦克风后再按“录音”，或选择文件。",
    part_missing: "页面中负责录音的部分没有加载成功，可能是网络中断。请再按“录音”，或刷新页面；也可以选择文件。",
    busy: "无法使用麦克风，可能有其他程序正在占用。请关闭该程序后再按“录音”。",
    short: "新录音太短：至少需要 5 秒。之前的录音还在。",
    silent: "新录音里听不到声音。请确认选对了麦克风，而且没有静音。之前的录音还在。",
    lost: "麦克风断开得太早。请重新连接后再录。",
    too_large: "文件超过 30 MB。请先剪出人声部分，再选择它。",
    too_long: "文件长于 15 分钟。请先剪出人声部分，再选择它。",
    unreadable: "文件已无法读取：可能已被移动，或浏览器无权打开。",
    no_sound: "浏览器在这个文件里找不到能够读取的音频。WAV 和 MP3 在各种浏览器中都可以使用。",
  },
  refusals: {
    too_many_recordings: "服务器为您保留的录音已达上限。请删除一段，或等其中一段到期。",
    overloaded: "服务器保留的录音已达上限，请稍后再试。",
    recordings_not_offered: "服务器不知道自己的地址，因此不接受录音。",
    session_required: "请先登录。录音仍保存在此浏览器中。",
  },
  unreachable: "试验台的服务器没有响应。录音仍保存在此浏览器中，请再试一次。",
  kept: "此浏览器中的录音",
  fromMicrophone: (time) => `麦克风，${time}`,
  keptHear: (name) => `试听：${name}`,
  keptStop: (name) => `停止：${name}`,
  keptUse: (name) => `使用：${name}`,
  keptUseFace: "使用",
  keptDelete: (name) => `从此浏览器和服务器删除：${name}`,
  seconds: (seconds) => `${fixed(seconds, 1)} 秒`,
};
