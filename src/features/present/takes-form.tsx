import { useMemo, useState } from "react";
import { mostTogether } from "../../core/programme/programme-item.ts";
import { agesOf, useNow } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { emptyQuery } from "../../core/takes/search.ts";
import { isSilent, type TakeId, type TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useSearch } from "../../core/takes/use-search.ts";
import { Check } from "../../kit/check.tsx";
import { SearchField } from "../../kit/search-field.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import type { Together } from "./present-takes.ts";
import styles from "./slide.module.css";
import { useFocusSoon } from "./use-focus-soon.ts";

/** Takes that become items: each of them one, or all of them together. */
export interface WantedTakes {
  readonly kind: TakesKind;
  /** In the order in which they were ticked. */
  readonly rows: readonly TakeRow[];
}

type TakesKind = "each" | Together;

/** How many takes each way takes. */
const needed: Readonly<Record<TakesKind, readonly [least: number, most: number]>> = {
  each: [1, Number.POSITIVE_INFINITY],
  comparison: [2, mostTogether],
  ab: [2, 2],
  abx: [2, 2],
};
const kinds: readonly TakesKind[] = ["each", "comparison", "ab", "abx"];

/** How many of the found takes are offered at once. */
const offered = 30;

/** Chooses takes, and what becomes of them. Escape adds none. */
export function TakesForm({ onDone }: { readonly onDone: (wanted: WantedTakes | undefined) => void }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages, page, language } = texts;
  const { rows } = useLibrary();
  const search = useFocusSoon();
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<TakesKind>("each");
  const [ticked, setTicked] = useState<readonly TakeId[]>([]);
  const [asked, setAsked] = useState(false);
  const now = useNow(20_000);
  const query = useMemo(() => ({ ...emptyQuery, words }), [words]);
  const { found } = useSearch(rows, query);
  const heard = useMemo(() => found.filter((row) => !isSilent(row)), [found]);
  const chosen = ticked.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const [least, most] = needed[kind];
  const fits = chosen.length >= least && chosen.length <= most;
  return (
    <ItemForm
      label={messages.takes.label}
      save={messages.takes.save}
      onSave={() => {
        setAsked(true);
        if (fits) onDone({ kind, rows: chosen });
      }}
      onCancel={() => onDone(undefined)}
    >
      <label>
        {messages.takes.as}
        <Select value={kind} onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? "each")}>
          <Options of={kinds} label={(each) => messages.takes.kinds[each]} />
        </Select>
      </label>
      <SearchField
        ref={search}
        aria-label={messages.takes.search}
        placeholder={messages.takes.search}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          // It looks, it doesn't add.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <ul className={styles["choices"]}>
        {heard.slice(0, offered).map((row) => {
          const { title, lang, voice, model, length } = describeTake(row, texts);
          const facts = [voice, model, length, agesOf(language).ago(row.created, now)].filter(Boolean).join(" · ");
          return (
            <li key={row.id}>
              <Check
                checked={ticked.includes(row.id)}
                onChange={(on) => setTicked(on ? [...ticked, row.id] : ticked.filter((id) => id !== row.id))}
              >
                <b dir="auto" lang={lang}>
                  {title}
                </b>
                <small>{facts}</small>
              </Check>
            </li>
          );
        })}
      </ul>
      {heard.length > offered && <p className={styles["formHint"]}>{messages.takes.more(offered)}</p>}
      {heard.length === 0 && <p className={styles["formHint"]}>{messages.takes.none}</p>}
      <p role="status" className={styles["formHint"]} data-wrong={(asked && !fits) || undefined}>
        {messages.takes.ticked(chosen.length)}
        {page.between.sentences}
        {messages.takes.needs[kind]}
      </p>
    </ItemForm>
  );
}
