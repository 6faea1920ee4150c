/**
 * What a blind test asks: which of two is better, or which of two a third one is. Here, since a first visit reads it.
 */
export const blindKinds = ["ab", "abx"] as const;
export type BlindKind = (typeof blindKinds)[number];
