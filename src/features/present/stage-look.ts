import type { ReadingLook } from "../../core/captions/sheet.tsx";
import { fitWords } from "./fit-words.ts";
import styles from "./stage.module.css";
import { stageScale } from "./stage-scale.ts";

/** Words on the stage: read from the last row, with the current line in the middle. */
export const stageLook: ReadingLook = {
  frame: styles["reading"],
  scroller: styles["words"],
  sizeOf: (text) => ({ style: { "--scale": stageScale(text) } }),
  band: { from: 1 / 3, to: 2 / 3, place: 0.36 },
  // The last words come into the band, too; the first ones stand at the top, where one looks for them.
  margin: { before: 0.06, behind: 1 / 3 },
  phrased: true,
  fit: fitWords,
  line: { height: 64, characters: 36 },
};
