import type { ReadingLook } from "../words/sheet.tsx";
import styles from "./stage.module.css";
import { stageScale } from "./stage-scale.ts";

/** Words on the stage: read from the last row, with the current line in the middle. */
export const stageLook: ReadingLook = {
  frame: styles["reading"],
  scroller: styles["words"],
  sizeOf: (text) => ({ style: { "--scale": stageScale(text) } }),
  band: { from: 1 / 3, to: 2 / 3, place: 0.36 },
  margin: 1 / 3,
  line: { height: 64, characters: 36 },
};
