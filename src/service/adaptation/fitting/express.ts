import type { EngineVoice, Utterance } from "../../synthesis/synthesizer.ts";
import type { Expression } from "../emotion/emotions.ts";
import type { Measurement } from "../measuring/measure.ts";
import { clamp } from "../measuring/statistics.ts";
import { keepLevel, tiltGains } from "./equalise.ts";
import type { VoiceProfile } from "./profile.ts";

/** What a synthesizer can do; the widest intonation is where its lowest pitch would near zero. */
const widestIntonation = 3;

/** A text as the adapted voice speaks it with an expression: WAV (section 2.4). */
export function utteranceWith(text: string, profile: VoiceProfile, expression: Expression): Utterance {
  const { voice, speed, equaliser, spectrum } = profile;
  const { timbre } = voice;
  const tilt = keepLevel(tiltGains(expression.tilt), spectrum);
  return {
    text,
    voice: {
      ...voice,
      timbre: {
        ...timbre,
        liveliness: Math.min(widestIntonation, timbre.liveliness * expression.range),
        flutter: Math.round(clamp(timbre.flutter + expression.flutter, 0, 20)),
        roughness: Math.round(clamp(timbre.roughness + expression.roughness, 0, 7)),
      },
    },
    speed: clamp(speed * expression.rate, 0.25, 4),
    pitch: { multiplier: expression.pitch, offset: 0 },
    volume: clamp(10 ** (expression.gain / 20), 0, 2),
    equaliser: equaliser.map((gain, band) => gain + (tilt[band] ?? 0)),
    variation: 0,
    format: { codec: "wav", sampleRate: 22_050 },
  };
}

/** A text as a cloned voice speaks it with an expression: WAV (section 2.4). Its creak and wavering stay its own. */
export function clonedUtterance(
  text: string,
  voice: EngineVoice,
  { spectrum }: Pick<Measurement, "spectrum">,
  { pitch, range, rate, gain, tilt }: Expression,
): Utterance {
  return {
    text,
    voice,
    speed: clamp(rate, 0.25, 4),
    pitch: { multiplier: pitch, offset: 0 },
    ...(range === 1 ? {} : { intonation: range }),
    volume: clamp(10 ** (gain / 20), 0, 2),
    ...(tilt === 0 ? {} : { equaliser: keepLevel(tiltGains(tilt), spectrum) }),
    variation: 0,
    format: { codec: "wav", sampleRate: 22_050 },
  };
}
