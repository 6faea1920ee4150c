import { askWords } from "../../api/hearing.ts";
import { monoWav } from "../../audio/formats/wav.ts";
import { wordErrorRate } from "../../conformance/checks/word-errors.ts";
import { type HearWords, hearBy } from "../../conformance/run/hear.ts";
import { hearing, languageHeard, recogniserOf } from "../../contract/hearing.ts";
import type { Playground } from "../page/playground.ts";
import { canMeasure } from "../takes/measure-take.ts";
import { saidIn, type TakeRow, voicesOf } from "../takes/take.ts";

/** Hears words by the playground's recogniser; undefined where it has none, or the browser gives no worker. */
export function hearWordsHere({ client, config }: Pick<Playground, "client" | "config">): HearWords | undefined {
  const known = config();
  if (known === undefined || typeof Worker === "undefined") return undefined;
  return hearBy({
    recogniser: recogniserOf(known),
    ask: askWords(client),
    async speechOf(sound, format, signal) {
      const { analyseSound } = await import("../../audio/analysis/measures/measure-sound.ts");
      const { speech } = await analyseSound(sound, format, { signal, speech: true });
      if (speech === undefined) throw new RangeError("The sound is too long.");
      return monoWav(speech, hearing.sampleRate);
    },
  });
}

/** Why nobody says what is said in a take. */
export type Unheard = "no_recogniser" | "failed";

/**
 * Has written down what is said in a take, and keeps it in its row with the word error rate against its script. Returns
 * why that wasn't possible; undefined where it was.
 */
export async function hearTake(
  playground: Pick<Playground, "client" | "config" | "library">,
  row: TakeRow,
  signal: AbortSignal,
): Promise<Unheard | undefined> {
  const { library } = playground;
  const hearWords = hearWordsHere(playground);
  if (hearWords === undefined) return "no_recogniser";
  try {
    const [sound, details] = await Promise.all([library.sound(row.id), library.details(row.id)]);
    if (sound === undefined || details === undefined || !canMeasure(row)) return "failed";
    const script = saidIn(details);
    const [language, ...others] = new Set(voicesOf(row).map((voice) => languageHeard(row.model, voice, script)));
    // Where voices speak several languages, the letters tell.
    const told = others.length === 0 ? language : languageHeard(row.model, undefined, script);
    const heard = await hearWords(sound.blob, sound.format, told, signal);
    if (heard === undefined) return "no_recogniser";
    const errors = wordErrorRate(script, heard.text);
    library.update(row.id, { heard: { ...heard, ...(errors === undefined ? {} : { errors }) } });
    return undefined;
  } catch {
    return "failed";
  }
}
