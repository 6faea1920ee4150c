import type { ItemOf } from "../../core/programme/programme-item.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import { classes } from "../../kit/classes.ts";
import styles from "./slide.module.css";
import { stageScale } from "./stage-scale.ts";

/** A slide: its title, a few lines, a picture. Whatever of them it has takes the room. */
export function StageSlide({ item }: { readonly item: ItemOf<"slide"> }) {
  const { name, text, picture } = item;
  const hasWords = name !== "" || text.trim() !== "";
  return (
    <section
      className={classes(styles["slide"], picture !== undefined && hasWords ? styles["both"] : undefined)}
      style={{ "--scale": stageScale(`${name} ${text}`) }}
      // It may be longer than the screen.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
      tabIndex={0}
    >
      {hasWords && (
        <div className={styles["words"]}>
          {name !== "" && (
            <h2 dir="auto" lang={languageOfText(name)}>
              {name}
            </h2>
          )}
          {text.trim() !== "" && (
            <p dir="auto" lang={languageOfText(text)}>
              {text}
            </p>
          )}
        </div>
      )}
      {picture !== undefined && <img src={picture} alt={name || text.trim().split("\n", 1)[0] || ""} />}
    </section>
  );
}
