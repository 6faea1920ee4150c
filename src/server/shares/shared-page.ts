import { createHash } from "node:crypto";
import { escapeText } from "../../contract/escape.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { SharedTake } from "./shares.ts";

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f5f3ee,#161513);--ink:light-dark(#1b1916,#f4f1eb);
--quiet:light-dark(#5b554c,#b3aca1);--accent:light-dark(#b93417,#ff7d60)}
body{max-width:44rem;margin:0 auto;padding:max(2rem,8vh) 1.25rem 2rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1{margin:0 0 1rem;color:var(--quiet);font-size:1rem;font-weight:600;overflow-wrap:anywhere}
audio{display:block;width:100%;margin:0 0 1.5rem}
.text{margin:0 0 2rem;font-size:1.25rem;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere}
p{margin:.25rem 0;color:var(--quiet);font-size:.875rem}
a{display:inline-block;padding:.625rem 0;color:var(--accent)}
`;

/** No scripts, nothing from elsewhere, and in no other page's frame: what visitors wrote is only read and heard. */
export const sharedPagePolicy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const messages = {
  en: {
    tag: "en",
    title: "Shared audio",
    audio: "Audio",
    download: "Download the audio",
    until: (when: string) => `This page is here until ${when}. Then its audio and text are deleted.`,
    gone: "This audio isn't here any more, or the link is incomplete.",
    rest: "Shared audio is deleted when its time is over. Ask who sent the link for a new one.",
  },
  zh: {
    tag: "zh-CN",
    title: "分享的音频",
    audio: "音频",
    download: "下载音频",
    until: (when: string) => `本页保留至 ${when}，到期后音频和文本都会删除。`,
    gone: "音频已不在这里，或链接不完整。",
    rest: "分享的音频到期即删除。请向发送链接的人要一个新的。",
  },
} as const;

function page(language: InterfaceLanguage, body: string): string {
  const { tag, title } = messages[language];
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** What whoever has a link sees and hears. @param sound the path of the sound */
export function sharedPage(take: SharedTake, sound: string): string {
  const { audio, download, until, tag } = messages[take.language];
  const when = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return page(
    take.language,
    `<main>
<h1>${escapeText([take.voice, take.model].filter(Boolean).join(" · "))}</h1>
<audio controls preload="metadata" aria-label="${audio}" src="${sound}"></audio>
<div class="text" dir="auto">${escapeText(take.text)}</div>
<a href="${sound}" download>${download}</a>
<p>${until(`${when.format(take.end)} UTC`)}</p>
</main>`,
  );
}

/** What is seen where nothing is shared, or not any more: in both languages, since it isn't known who looks. */
export function missingPage(): string {
  const { en, zh } = messages;
  return page(
    "en",
    `<main>
<h1>${en.gone}</h1>
<p>${en.rest}</p>
<h1 lang="zh-CN">${zh.gone}</h1>
<p lang="zh-CN">${zh.rest}</p>
</main>`,
  );
}
