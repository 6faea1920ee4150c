/** Milliseconds on a steady clock, such as `performance.now()`. */
export type Now = () => number;
