import { useMemo, useState } from "react";
import { agesOf, useNow } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { emptyQuery } from "../../core/takes/search.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useSearch } from "../../core/takes/use-search.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { focusAfter, focusNeighbour } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { SearchField } from "../../kit/search-field.tsx";
import { mostCompared } from "./choice.ts";
import styles from "./compare.module.css";
import { compareMessages } from "./messages/index.ts";
import { nameOf, useChoice } from "./use-compare.ts";
import { useDistinctions } from "./use-distinctions.ts";

/** How many of the found takes are offered at once. */
const offered = 30;

/** What opens and closes it. */
const pickButton = (rest: Element) => rest.closest("[role=tabpanel]")?.querySelector<HTMLElement>("[data-picks]");
const toPickButton = focusAfter(pickButton);
const toNextOption = focusNeighbour(pickButton);

/** A searchable list of takes to compare. */
export function TakePicker({ takes, onDone }: { readonly takes: readonly TakeRow[]; readonly onDone: () => void }) {
  const texts = useHistoryTexts(compareMessages);
  const { messages, language } = texts;
  const { rows } = useLibrary();
  const add = useChoice((choice) => choice.add);
  const [words, setWords] = useState("");
  const [said, setSaid] = useState("");
  const query = useMemo(() => ({ ...emptyQuery, words }), [words]);
  const { found } = useSearch(rows, query);
  const now = useNow(20_000);
  const ages = agesOf(language);
  const left = useMemo(() => found.filter((row) => !takes.includes(row)), [found, takes]);
  const shown = useMemo(() => left.slice(0, offered), [left]);
  const distinctionOf = useDistinctions(shown);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, wherever the focus is inside
    <div
      ref={toPickButton}
      className={styles["picker"]}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onDone();
      }}
    >
      <SearchField
        // The search was asked for by the press that opened it.
        autoFocus
        aria-label={messages.search}
        placeholder={texts.takes.searchHint}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      >
        <span role="status">{words.trim() !== "" && messages.found(left.length)}</span>
      </SearchField>
      {left.length === 0 ? (
        <p className="quiet">{texts.takes.noMatch}</p>
      ) : (
        <ul className={styles["options"]}>
          {shown.map((row) => {
            const { title, lang, voice, model, length, size } = describeTake(row, texts);
            const distinction = distinctionOf(row);
            const name = nameOf(row, distinction, texts);
            const facts = [voice, distinction, model, length, size, ages.ago(row.created, now) ?? ""]
              .filter((part) => part !== "")
              .join(" · ");
            return (
              <li key={row.id} ref={toNextOption}>
                <Button
                  look="bare"
                  className={styles["option"]}
                  aria-label={`${messages.addTake(name)}${texts.page.between.colon}${title} ${facts}`}
                  disabled={takes.length >= mostCompared}
                  onClick={() => {
                    add(row.id);
                    setSaid(messages.added(name));
                  }}
                >
                  <Icon name="plus" size={0.9375} />
                  <span className="cut" dir="auto" lang={lang} title={title}>
                    {title}
                  </span>
                  <span className={styles["optionFacts"]} title={facts}>
                    {facts}
                  </span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <Announcer text={said} />
    </div>
  );
}
