import type { Page } from "@playwright/test";
import type { InterfaceLanguage } from "../../src/contract/language.ts";

/**
 * What is written the same in Chinese: names of models, voices, formats, fields, keys, units and programs; what a walk
 * writes; what the service says.
 */
const names = [
  /One small step, and the door is open\.|Twice\.|The night train leaves at ten\.|Nobody knows where it goes\./g,
  /Speed must be from -1 to 1, not 5\.|Bienvenidos a bordo|Welcome aboard/g,
  /Cloud TTS|StreamSpeech v8|RefVoice 2|OpenAI|TypeScript|Python|EN: English|English|Español/g,
  /HTTP|WebSocket|WebVTT|SRT|JSON|CSV|HAR|LUFS?|dBFS/g,
  /\b(?:Mei|Noah|Autumn|Nanami|Xiaoxiao|EN|Ctrl|Home|End|Esc|Hz|kHz|dB|ms|kB|kbit|192k|wav|mp3|codec|ID)\b/g,
  /\b(?:POST|GET|async|emo_surprised|extra_body|instructions|input|stream|streamspeech-v8|espeak-ng)\b/g,
  /\b(?:npm|run|service|start|curl|queued|completed)\b/g,
  /https?:\/\/\S*|\/v1\/\S*|case:\S+ request|task = id|mine\.ogg/g,
];
/** The names of other languages. */
const namesInEnglish = /简体中文|中文|日本語/g;

const without = (text: string, patterns: readonly RegExp[]) =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, ""), text);

/**
 * Texts of the page, and of what screen readers are told, that aren't in the chosen language: in Chinese those with
 * words of Latin letters or a half-width colon, in English those with Chinese characters. Code, JSON and what a person
 * wrote stand as they are, and so do voices.
 */
export async function foreignTexts(page: Page, language: InterfaceLanguage): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const skipped =
      "script, style, textarea, pre, code, kbd, option, table, [role=table], dl, [lang]:not(html, button), " +
      "[data-along], [data-span], [role=listbox]";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || !parent.checkVisibility() || parent.closest(skipped) !== null) continue;
      found.add(node.textContent?.trim() ?? "");
    }
    for (const name of ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (element.closest(skipped) === null) found.add(element.getAttribute(name) ?? "");
      }
    }
    return [...found];
  });
  if (language === "en") return texts.filter((text) => /\p{Script=Han}/u.test(without(text, [namesInEnglish])));
  return texts.filter((text) => {
    const rest = without(text, names);
    // Chinese has a colon of its own, as wide as its characters.
    if (/[\p{Script=Han}”）]:(?: |$)/u.test(text)) return true;
    // A sentence in Chinese may hold a name or two that stand nowhere else.
    return /\p{Script=Han}/u.test(rest) ? /[A-Za-z]+(?: [a-z]+){2}/.test(rest) : /[A-Za-z]{2,}/.test(rest);
  });
}
