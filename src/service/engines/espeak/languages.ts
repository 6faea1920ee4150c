/** How a language of the engine behaves. */
export interface EngineLanguage {
  /** The engine's name for it, such as `pt-br`. */
  readonly name: string;
  /**
   * Where the median of its intonation lies between the floor (0) and the ceiling (1) of a voice's pitch range,
   * measured on everyday sentences. Tonal languages lie far from the rest, so that pitch in Hz needs it.
   */
  readonly medianPitch: number;
  /**
   * Root-mean-square level of its speech, in dB below full scale, for a voice of 150 Hz with the engine's own timbre.
   */
  readonly level: number;
}

/** Median pitch, and level in dB, by primary language of the engine. */
const measured: Readonly<Record<string, readonly [medianPitch: number, level: number]>> = {
  af: [0.77, -17.2],
  am: [0.78, -18.2],
  ar: [0.83, -18.5],
  az: [0.74, -17.2],
  bg: [0.78, -18.3],
  bn: [0.75, -15.9],
  bs: [0.88, -17.9],
  ca: [0.86, -17.0],
  cs: [0.79, -17.9],
  cy: [0.84, -16.7],
  da: [0.73, -16.8],
  de: [0.77, -17.7],
  el: [0.81, -18.0],
  en: [0.78, -17.3],
  es: [0.85, -17.6],
  et: [0.79, -17.9],
  fa: [0.84, -17.8],
  fi: [0.82, -17.8],
  id: [0.81, -17.3],
  fr: [0.8, -18.9],
  ga: [0.86, -15.8],
  pt: [0.86, -17.7],
  gu: [0.82, -17.0],
  he: [0.69, -22.2],
  hi: [0.72, -16.6],
  hr: [0.89, -18.3],
  hu: [0.72, -17.6],
  hy: [0.89, -17.2],
  is: [0.72, -17.4],
  it: [0.72, -17.7],
  ja: [0.67, -17.2],
  ka: [0.74, -17.1],
  kk: [0.83, -16.7],
  kn: [0.75, -16.6],
  ko: [0.79, -16.6],
  lt: [0.89, -17.2],
  lv: [0.88, -17.3],
  mk: [0.82, -16.9],
  ml: [0.75, -17.5],
  mr: [0.82, -16.0],
  ms: [0.83, -17.5],
  mt: [0.79, -16.2],
  my: [1.18, -17.6],
  nb: [0.79, -18.2],
  ne: [0.84, -17.1],
  nl: [0.72, -17.3],
  or: [0.81, -15.3],
  pa: [0.77, -17.2],
  pl: [0.84, -17.4],
  ro: [0.85, -18.4],
  ru: [0.81, -18.8],
  si: [0.76, -16.7],
  sk: [0.81, -18.1],
  sl: [0.89, -16.0],
  sw: [0.86, -16.6],
  sq: [0.78, -18.1],
  sr: [0.86, -18.0],
  sv: [0.81, -17.8],
  ta: [0.82, -16.9],
  te: [0.81, -16.5],
  th: [0.97, -17.8],
  tn: [0.81, -16.9],
  tr: [0.69, -17.1],
  uk: [0.81, -16.0],
  ur: [0.79, -16.9],
  uz: [0.84, -16.8],
  vi: [0.32, -15.8],
  yue: [0.41, -15.1],
  cmn: [0.5, -15.2],
};

/** The engine's language for a locale where it isn't simply the locale's own primary language. */
const engineNames: Readonly<Record<string, string>> = {
  "en-US": "en-us",
  "en-CA": "en-us",
  "en-PH": "en-us",
  "en-AU": "en-gb-x-rp",
  "en-NZ": "en-gb-x-rp",
  "en-ZA": "en-gb-x-rp",
  "pt-BR": "pt-br",
  "fr-BE": "fr-be",
  "fr-CH": "fr-ch",
  "es-ES": "es",
  "es-GQ": "es",
  es: "es-419",
  zh: "cmn",
  "zh-HK": "yue",
};

/** Locales that the engine has no language for but that a close language can stand in for: the tag of what is heard. */
const standIns: Readonly<Record<string, { readonly engine: string; readonly spoken: string }>> = {
  gl: { engine: "pt", spoken: "pt-PT" },
  fil: { engine: "id", spoken: "id-ID" },
  jv: { engine: "id", spoken: "id-ID" },
  su: { engine: "id", spoken: "id-ID" },
  so: { engine: "sw", spoken: "sw-KE" },
  zu: { engine: "tn", spoken: "tn-ZA" },
};

/** What is heard where a voice's locale names a dialect, or no region, that the engine doesn't tell apart. */
const heardAs: Readonly<Record<string, string>> = {
  "zh-CN-liaoning": "zh-CN",
  "zh-CN-shaanxi": "zh-CN",
  zh: "zh-CN",
  en: "en-US",
};

const primaryOf = (tag: string): string => tag.split("-", 1)[0] ?? tag;

interface LocaleLanguage {
  readonly engine: EngineLanguage;
  /** BCP 47 tag of what is heard. */
  readonly spoken: string;
}

/** The engine's language with its measurements, by the engine's name for it. */
export function engineLanguage(name: string): EngineLanguage | undefined {
  const found = measured[primaryOf(name)];
  return found === undefined ? undefined : { name, medianPitch: found[0], level: found[1] };
}

/** The language of the engine that speaks a locale; undefined where neither it nor a close one is there. */
export function languageForLocale(locale: string): LocaleLanguage | undefined {
  const primary = primaryOf(locale);
  const standIn = standIns[primary];
  const name = standIn?.engine ?? engineNames[locale] ?? engineNames[primary] ?? (locale === "en" ? "en-us" : primary);
  const engine = engineLanguage(name);
  if (engine === undefined) return undefined;
  return { engine, spoken: standIn?.spoken ?? heardAs[locale] ?? locale };
}
