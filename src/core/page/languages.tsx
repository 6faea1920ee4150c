import { interfaceLanguages } from "../../contract/language.ts";
import { Button } from "../../kit/button.tsx";
import { loadMessages } from "../messages/declare.ts";
import styles from "./languages.module.css";
import { usePlayground, useTexts } from "./playground-context.ts";

/** Switches the interface's language. */
export function Languages() {
  const { page, language } = useTexts();
  const { settings } = usePlayground();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line of the header
    <div role="group" aria-label={page.header.language} className={styles["languages"]}>
      {interfaceLanguages.map((candidate) => (
        <Button
          key={candidate}
          look="quiet"
          size="pill"
          lang={candidate}
          aria-label={page.header.languageNames[candidate]}
          aria-pressed={candidate === language}
          // Where the texts can't be had, the page stays as it is and says elsewhere that nothing answers.
          onClick={() => void loadMessages(candidate).then(() => settings.setState({ language: candidate }), ignore)}
        >
          {page.header.languages[candidate]}
        </Button>
      ))}
    </div>
  );
}

function ignore(): void {}
