import { leastLikenessOf } from "../../audio/analysis/measures/likeness.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { MeasureSound } from "../run/measure.ts";
import type { Seen } from "../run/observe.ts";

/**
 * So alike a sound has to be to that of the baseline in each of its first ten minutes, from -1 to 1, where nothing else
 * is said: other words or another voice are less.
 */
const usualLikeness = 0.9;

type Sound = NonNullable<Seen["sound"]>;

/**
 * What is said of a sound that isn't like the baseline's; nothing for the same bytes, and for one that is alike.
 *
 * @param least how alike it has to be in each minute, from -1 to 1.
 */
export async function soundMoved(
  now: Sound,
  earlier: Sound,
  measure: MeasureSound,
  language: InterfaceLanguage,
  least = usualLikeness,
): Promise<readonly string[]> {
  if (await areSame(now.blob, earlier.blob)) return [];
  const { signal } = new AbortController();
  const hear = ({ blob, format }: Sound) => measure(blob, format, signal).catch(() => undefined);
  const [before, after] = [await hear(earlier), await hear(now)];
  if (before === undefined || after === undefined) {
    return [
      language === "en"
        ? "Sound: not the baseline's bytes, and can't be listened to."
        : "声音：与基准的字节不同，且无法解码比较。",
    ];
  }
  const likeness = leastLikenessOf(before.voice.windows, after.voice.windows) ?? 0;
  if (likeness >= least) return [];
  // Rounded down, so that what is too little never reads as enough.
  const said = (Math.floor(likeness * 100) / 100).toFixed(2);
  return [
    language === "en"
      ? `Sound: its likeness to the baseline's is ${said}, at least ${least} is expected`
      : `声音：与基准的相似度为 ${said}，预期至少 ${least}`,
  ];
}

async function areSame(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  const [a, b] = [new Uint8Array(await one.arrayBuffer()), new Uint8Array(await other.arrayBuffer())];
  return a.every((byte, at) => byte === b[at]);
}
