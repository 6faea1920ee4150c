import type { InterfaceLanguage, Localized } from "../../contract/language.ts";
import { typeNames } from "../../contract/problems.ts";
import { type Expectation, type Figure, figures, withUnit } from "./expectation.ts";
import type { Verdict } from "./judge.ts";
import { rounded } from "./judge-times.ts";

export const figureTexts: Readonly<Record<Figure, Localized>> = {
  duration: { en: "Duration", zh: "时长" },
  bytes: { en: "Size", zh: "大小" },
  sample_rate: { en: "Sample rate", zh: "采样率" },
  channels: { en: "Channels", zh: "声道数" },
  bitrate: { en: "Bitrate", zh: "比特率" },
  first_byte: { en: "First byte", zh: "首字节" },
  end: { en: "Last byte", zh: "末字节" },
  leading_silence: { en: "Leading silence", zh: "开头静音" },
  trailing_silence: { en: "Trailing silence", zh: "结尾静音" },
  loudness: { en: "Loudness", zh: "响度" },
  peak: { en: "Peak", zh: "峰值" },
  pitch: { en: "Pitch", zh: "音高" },
  pace: { en: "Letters a second", zh: "每秒字母数" },
  halves: { en: "Likeness of its halves", zh: "前后两半的相似度" },
  stray: { en: "Bytes that don't belong, or are missing", zh: "多余或缺少的字节" },
  words: { en: "Timed texts", zh: "时间条目数" },
  word_errors: { en: "Word error rate", zh: "词错误率" },
  close_code: { en: "Close code", zh: "关闭码" },
};

const subjects = {
  status: { en: "HTTP status", zh: "HTTP 状态" },
  codec: { en: "Codec", zh: "编码" },
  times: { en: "Times", zh: "时间" },
  script: { en: "Timed texts", zh: "时间条目的文字" },
  order: { en: "Order of the frames", zh: "帧的顺序" },
  task: { en: "Task's last state", zh: "任务的最终状态" },
  life: { en: "The task's looks", zh: "任务各次状态" },
  head: { en: "What HEAD tells", zh: "HEAD 所述" },
  frames: { en: "Frames", zh: "帧" },
  part: { en: "Bytes", zh: "字节" },
} as const;

/** What an expectation is about: `HTTP status`, `Duration`, `Error code`. */
export function subjectOf(expectation: Expectation, language: InterfaceLanguage): string {
  const en = language === "en";
  switch (expectation.kind) {
    case "error":
      return en ? `Error ${expectation.field}` : `错误的 ${expectation.field}`;
    case "figure":
      return figureTexts[expectation.of][language];
    case "compared":
      return en
        ? `${figureTexts[expectation.of].en} compared with ${expectation.step}`
        : `${figureTexts[expectation.of].zh}（与 ${expectation.step} 相比）`;
    case "alike":
      return en ? `Likeness to ${expectation.step}` : `与 ${expectation.step} 的相似度`;
    case "header":
      return en ? `Header ${expectation.name}` : `响应头 ${expectation.name}`;
    case "json":
      return expectation.path === "" ? "JSON" : `JSON ${expectation.path}`;
    default:
      return subjects[expectation.kind][language];
  }
}

/** What is expected of it: `200`, `from 1 to 2 s`, `mp3`. */
export function wantedOf(expectation: Expectation, language: InterfaceLanguage): string {
  const en = language === "en";
  switch (expectation.kind) {
    case "status": {
      const statuses = range(expectation, "", language);
      if (expectation.orClosed !== true) return statuses;
      return en ? `${statuses}, or a close without sound` : `${statuses}，或不发送音频即关闭连接`;
    }
    case "error": {
      const { is, contains } = expectation;
      if (is !== undefined) return quote(is);
      return contains === undefined ? any(language) : containing(contains, language);
    }
    case "codec":
      return expectation.is.join(en ? " or " : " 或 ");
    case "figure":
      return range(expectation, figures[expectation.of], language);
    case "compared":
      return range(expectation, "×", language);
    case "alike":
      return range(expectation, "", language);
    case "times": {
      const { granularity, unit } = expectation;
      const name = granularity === "word" ? (en ? "by word" : "按词") : en ? "by sentence" : "按句";
      const parts = [
        granularity === undefined ? (en ? "there" : "存在") : name,
        en ? "in order, over the sound" : "按顺序，且与音频相符",
        unit === undefined ? "" : en ? "in seconds" : "以秒计",
      ];
      return parts.filter((part) => part !== "").join(en ? ", " : "，");
    }
    case "script":
      return en ? "the words of the script" : "与文本一致";
    case "order":
      return en ? "as section 6 says" : "与第 6 节一致";
    case "task": {
      if (expectation.orRefused !== true) return expectation.is;
      return en ? `${expectation.is}, or refused at once` : `${expectation.is}，或直接被拒绝`;
    }
    case "life":
      return en ? "of one task that goes forward and then stays" : "属于同一任务，只前进，结束后不再变化";
    case "head":
      return en ? `length and type of ${expectation.step}` : `${expectation.step} 的长度与类型`;
    case "header":
      return wantedValue(expectation, language);
    case "json": {
      const { type } = expectation;
      const value = wantedValue(expectation, language);
      if (type === undefined) return value;
      const kind = typeNames[type][language];
      return value === any(language) ? kind : `${kind}${en ? ", " : "，"}${value}`;
    }
    case "frames":
      return framesText(expectation.is, language);
    case "part": {
      const { from, to, step } = expectation;
      const [first, last] = [String(from), to === undefined ? (en ? "the end" : "末尾") : String(to - 1)];
      return en
        ? `bytes ${first} to ${last} of ${step}, as content-range says`
        : `${step} 的第 ${first} 至 ${last} 字节，且与 content-range 相符`;
    }
  }
}

/** A verdict as one line: `HTTP status: expected 200, was 400`. */
export function describeVerdict({ expectation, ok, was, why, unjudged }: Verdict, language: InterfaceLanguage): string {
  const [subject, wanted] = [subjectOf(expectation, language), wantedOf(expectation, language)];
  if (unjudged !== undefined) return language === "zh" ? `${subject}：未判定` : `${subject}: not judged`;
  if (why !== undefined) {
    const text = whyTexts[why][language];
    return language === "zh" ? `${subject}：应为 ${wanted}，${text}` : `${subject}: expected ${wanted}, but ${text}`;
  }
  const came = wasText(expectation, was, language);
  if (language === "zh") return ok ? `${subject}：${came}` : `${subject}：应为 ${wanted}，实为 ${came}`;
  return ok ? `${subject}: ${came}` : `${subject}: expected ${wanted}, was ${came}`;
}

const whyTexts = {
  unreadable: { en: "the pattern can't be read", zh: "但此模式无法解读" },
  too_slow: { en: "looking for the pattern took longer than a second and was given up", zh: "但匹配超过一秒，已放弃" },
  not_tried: { en: "a part of the page that looks for patterns didn't load", zh: "但页面中负责匹配的部分未能加载" },
} as const;

/** What came, for the eye. */
function wasText(expectation: Expectation, was: string | undefined, language: InterfaceLanguage): string {
  if (was === undefined) return language === "en" ? "nothing" : "无";
  if (expectation.kind === "frames") return framesText(was, language);
  if (expectation.kind === "order" && was === "") return wantedOf(expectation, language);
  const unit = expectation.kind === "figure" ? figures[expectation.of] : "";
  return withUnit(was, unit);
}

function any(language: InterfaceLanguage): string {
  return language === "en" ? "any value" : "任意值";
}

function containing(part: string, language: InterfaceLanguage): string {
  return language === "en" ? `something with ${quote(part)}` : `含 ${quote(part)}`;
}

function wantedValue(
  expectation: Expectation & { readonly kind: "header" | "json" },
  language: InterfaceLanguage,
): string {
  const en = language === "en";
  const { is, matches, absent } = expectation;
  if (expectation.optional === true) {
    const { optional: _, ...needed } = expectation;
    const wanted = wantedValue(needed, language);
    return en ? `${wanted}, if it is there` : `${wanted}（如有）`;
  }
  if (absent === true) return en ? "not there" : "不存在";
  if (is !== undefined) return typeof is === "string" ? quote(is) : String(is);
  return matches === undefined ? any(language) : en ? `the pattern ${matches}` : `符合 ${matches}`;
}

function range(
  { least, most }: { readonly least?: number | undefined; readonly most?: number | undefined },
  unit: string,
  language: InterfaceLanguage,
): string {
  const en = language === "en";
  if (least !== undefined && most !== undefined) {
    if (least === most) return withUnit(rounded(least), unit);
    const [low, high] = [rounded(least), rounded(most)];
    return withUnit(en ? `from ${low} to ${high}` : `${low} 至 ${high}`, unit);
  }
  if (least !== undefined)
    return en ? `at least ${withUnit(rounded(least), unit)}` : `至少 ${withUnit(rounded(least), unit)}`;
  if (most !== undefined)
    return en ? `at most ${withUnit(rounded(most), unit)}` : `至多 ${withUnit(rounded(most), unit)}`;
  return any(language);
}

const frameTexts: Readonly<Record<string, Localized>> = {
  b: { en: "binary", zh: "二进制" },
  p: { en: "progress", zh: "progress" },
  c: { en: "complete", zh: "complete" },
  e: { en: "error", zh: "error" },
  o: { en: "other", zh: "其他" },
};

/** `b+pc` as words; runs of one kind as a number. */
function framesText(frames: string, language: InterfaceLanguage): string {
  const runs = frames.match(/b+\+?|p+\+?|c+\+?|e+\+?|o+\+?/g);
  if (runs === null || runs.join("") !== frames) return frames === "" ? (language === "en" ? "none" : "无") : frames;
  const each = runs.map((run) => {
    const name = frameTexts[run.charAt(0)]?.[language] ?? run;
    const many = run.endsWith("+") ? "+" : run.length > 1 ? ` × ${run.length}` : "";
    return name + many;
  });
  return each.join(" → ");
}

function quote(text: string): string {
  return `“${text}”`;
}
