import type { ReadingLook } from "../words/sheet.tsx";
import styles from "./stage.module.css";

/** From these lengths on letters get smaller, in widths of a Latin letter. */
const lengths = [
  [70, "headline"],
  [200, "short"],
  [520, "medium"],
  [1_500, "long"],
] as const;

/** Letters that are as wide as two Latin ones: Chinese, Japanese and Korean. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** No more of a text is looked at to find out how long it is. */
const enough = 1_501;

/** Words on the stage: read from the last row, with the current line in the middle. */
export const stageLook: ReadingLook = {
  frame: styles["reading"],
  scroller: styles["words"],
  lengthOf(text) {
    const seen = text.slice(0, enough);
    const width = seen.length + (seen.match(wide)?.length ?? 0);
    return lengths.find(([most]) => width <= most)?.[1] ?? "endless";
  },
  band: { from: 1 / 3, to: 2 / 3, place: 0.36 },
  margin: 1 / 3,
  line: { height: 64, characters: 36 },
};
