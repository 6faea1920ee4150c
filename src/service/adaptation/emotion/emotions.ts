/** What an emotion does to a voice. Factors act on what the voice has of its own. */
export interface Expression {
  /** Factor on the fundamental frequency. */
  readonly pitch: number;
  /** Factor on the width of the intonation. */
  readonly range: number;
  /** Factor on the speed. */
  readonly rate: number;
  /** Change of the level, in dB. */
  readonly gain: number;
  /** Change of the balance between high and low frequencies, in dB per octave. */
  readonly tilt: number;
  /** Added creak and wavering, on the scales of a timbre. */
  readonly roughness: number;
  readonly flutter: number;
}

export const neutral: Expression = { pitch: 1, range: 1, rate: 1, gain: 0, tilt: 0, roughness: 0, flutter: 0 };

/** The emotions of a vector (section 2.5) but `emo_surprised`, which is fixed at 0, each at intensity 1. */
export const emotions = {
  emo_happy: { ...neutral, pitch: 1.16, range: 1.5, rate: 1.1, gain: 2, tilt: 1.5 },
  emo_angry: { ...neutral, pitch: 1.1, range: 1.4, rate: 1.12, gain: 5, tilt: 3, roughness: 3 },
  emo_sad: { ...neutral, pitch: 0.9, range: 0.55, rate: 0.8, gain: -4, tilt: -2.5 },
  emo_afraid: { ...neutral, pitch: 1.25, range: 0.9, rate: 1.18, gain: -1, tilt: 0.5, flutter: 8 },
  emo_disgusted: { ...neutral, pitch: 0.93, range: 0.85, rate: 0.86, tilt: -1, roughness: 2 },
  emo_melancholic: { ...neutral, pitch: 0.93, range: 0.65, rate: 0.84, gain: -3, tilt: -2 },
  emo_calm: { ...neutral, pitch: 0.97, range: 0.75, rate: 0.93, gain: -2, tilt: -1 },
} as const satisfies Readonly<Record<string, Expression>>;

export type Emotion = keyof typeof emotions;
export const emotionNames = Object.keys(emotions) as readonly Emotion[];

/** How strong each emotion is, from 0 to 1; 0 where absent. */
export type EmotionVector = Readonly<Partial<Record<Emotion, number>>>;

/** How far any mixture may take a voice: beyond, it is no longer a voice. */
const bounds: Readonly<Record<keyof Expression, readonly [number, number]>> = {
  pitch: [0.6, 1.7],
  range: [0.3, 2.2],
  rate: [0.6, 1.6],
  gain: [-12, 6],
  tilt: [-5, 5],
  roughness: [0, 5],
  flutter: [0, 14],
};

export function bounded(expression: Expression): Expression {
  const within = (quality: keyof Expression): number => {
    const [least, most] = bounds[quality];
    return Math.min(most, Math.max(least, expression[quality]));
  };
  return {
    pitch: within("pitch"),
    range: within("range"),
    rate: within("rate"),
    gain: within("gain"),
    tilt: within("tilt"),
    roughness: within("roughness"),
    flutter: within("flutter"),
  };
}

/** A vector's expression. Factors are mixed by their logarithms, so that half an emotion is half the way everywhere. */
export function expressionOf(vector: EmotionVector): Expression {
  const mixed = emotionNames.reduce((sum, name): Expression => {
    const intensity = vector[name] ?? 0;
    const emotion: Expression = emotions[name];
    return {
      pitch: sum.pitch * emotion.pitch ** intensity,
      range: sum.range * emotion.range ** intensity,
      rate: sum.rate * emotion.rate ** intensity,
      gain: sum.gain + emotion.gain * intensity,
      tilt: sum.tilt + emotion.tilt * intensity,
      roughness: Math.max(sum.roughness, emotion.roughness * intensity),
      flutter: sum.flutter + emotion.flutter * intensity,
    };
  }, neutral);
  return bounded(mixed);
}

/** How far chance moves an intensity at most. */
const randomReach = 0.35;

/**
 * A vector as chance varies it (`emo_random`): each intensity moves by up to 0.35 either way, within 0 to 1.
 *
 * @param random Numbers from 0 to 1, such as `Math.random`.
 */
export function randomised(vector: EmotionVector, random: () => number): EmotionVector {
  return Object.fromEntries(
    emotionNames.map((name) => {
      const moved = (vector[name] ?? 0) + (2 * random() - 1) * randomReach;
      return [name, Math.min(1, Math.max(0, moved))];
    }),
  );
}
