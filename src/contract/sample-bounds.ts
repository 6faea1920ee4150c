/** Rates that browsers play, in hertz. */
export const [slowestRate, fastestRate] = [1_000, 768_000];
const mostChannels = 32;

/** Whether a browser plays samples of this rate, in hertz. */
export function isPlayableRate(rate: unknown): rate is number {
  return Number.isInteger(rate) && Number(rate) >= slowestRate && Number(rate) <= fastestRate;
}

/** Whether a browser plays so many channels. */
export function isPlayableChannels(channels: number): boolean {
  return Number.isInteger(channels) && channels > 0 && channels <= mostChannels;
}
