/** The part of `eld` that is used; the package's own types can't be found from the entry of one size. */
declare module "eld/extrasmall" {
  export const eld: {
    detect(text: string): {
      /** ISO 639-1; empty where nothing fits. */
      readonly language: string;
      /** Of each language that fits at all, from 0 to 1. */
      getScores(): Readonly<Record<string, number>>;
      isReliable(): boolean;
    };
  };
}
