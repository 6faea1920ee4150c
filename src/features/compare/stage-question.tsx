import styles from "./compare.module.css";

/** Up to this length a sentence has the largest letters, in UTF-16 units. */
const shortSentence = 80;

/** The words of what is compared before a room: a long sentence is smaller, so that all the rest stays in sight. */
export function StageQuestion({ words }: { readonly words: string }) {
  return (
    <p
      className={styles["question"]}
      style={{ "--scale": Math.min(1, Math.sqrt(shortSentence / Math.max(1, words.length))) }}
      dir="auto"
    >
      {words}
    </p>
  );
}
