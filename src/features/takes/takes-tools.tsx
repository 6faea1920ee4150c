import { useMemo, useState } from "react";
import { modes } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { agesOf, dayOf, useNow } from "../../core/takes/age.ts";
import type { Question } from "../../core/takes/confirm-dialog.tsx";
import { floatsId } from "../../core/takes/floats.ts";
import type { StorageUse } from "../../core/takes/library.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { isNarrowing, type TakeQuery, takeStates } from "../../core/takes/search.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { FilterSelect } from "../../kit/filter-select.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/popup.tsx";
import { SearchField } from "../../kit/search-field.tsx";
import { clearQuestion } from "./removal-questions.tsx";
import styles from "./takes.module.css";
import { useImportPicker } from "./use-import-picker.ts";

/** Everything that stands above the takes: search, filters, how many, and what concerns all of them. */
export function TakesTools({
  query,
  onQuery,
  looking,
  ...manage
}: ManageProps & {
  readonly query: TakeQuery;
  readonly onQuery: (query: TakeQuery) => void;
  /** Whether it may find more. */
  readonly looking: boolean;
}) {
  const { takes, page, language } = useHistoryTexts();
  const now = useNow(60_000);
  const { rows } = useLibrary();
  const all = rows.length;
  const models = [...new Set(rows.map(({ model }) => model))];
  const narrowed = isNarrowing(query) ? takes.countOf(manage.found, all) : undefined;
  const days = useMemo(() => daysOf(rows), [rows]);
  const dayName = (moment: number) => agesOf(language).day(moment, now);
  const choices = [
    ["model", models.map((value) => ({ value, name: findModel(value)?.label ?? value }))],
    ["mode", modes.map((value) => ({ value, name: page.mode.names[value] }))],
    ["state", states.map((value) => ({ value, name: takes.states[value] }))],
    [
      "day",
      days.size > 1 || query.day !== undefined
        ? [...days].map(([value, moment]) => ({ value, name: dayName(moment) }))
        : [],
    ],
  ] as const;
  return (
    <div className={styles["tools"]}>
      <div className={styles["search"]}>
        <SearchField
          aria-label={takes.search}
          placeholder={takes.searchHint}
          value={query.words}
          onChange={(event) => onQuery({ ...query, words: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.nativeEvent.isComposing) onQuery({ ...query, words: "" });
          }}
        >
          <span className={styles["count"]} data-count="">
            {narrowed ?? takes.count(all)}
            {looking && ` · ${takes.looking}`}
          </span>
        </SearchField>
        {/* Each new take would say the count as well. */}
        <Announcer text={narrowed ?? ""} />
      </div>
      {choices.map(([key, options]) => (
        <FilterSelect
          key={key}
          label={takes.filters[key]}
          any={takes.any[key]}
          className={styles["choice"]}
          options={options}
          value={query[key]}
          onChange={(value) => onQuery({ ...query, [key]: value })}
        />
      ))}
      <IconButton
        icon={query.starred ? "starred" : "star"}
        label={takes.filters.starred}
        aria-pressed={query.starred}
        className={styles["toolButton"]}
        onClick={() => onQuery({ ...query, starred: !query.starred })}
      />
      <Manage {...manage} />
    </div>
  );
}

/** The days of takes, the latest first, each with a moment of it. */
function daysOf(rows: readonly TakeRow[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ created }) => [dayOf(created), created]));
}

const states = Object.keys(takeStates).filter((state): state is keyof typeof takeStates => state in takeStates);

interface ManageProps {
  /** How many takes the query finds. */
  readonly found: number;
  readonly onAsk: (question: Question) => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onMakeRoom: () => void;
  readonly onChoose: () => void;
  /** Exports what the query finds. */
  readonly onExport: () => void;
  readonly onProgramme: () => void;
}

/** How much room takes use, clearing them, and files of them. */
function Manage({ found, onAsk, onRemove, onMakeRoom, onChoose, onExport, onProgramme }: ManageProps) {
  const texts = useHistoryTexts();
  const { takes: messages } = texts;
  const { Export, Programme } = useOffers();
  const { library } = usePlayground();
  const { rows } = useLibrary();
  const [use, setUse] = useState<StorageUse>();
  const pickFile = useImportPicker();
  return (
    <Menu
      target={`#${floatsId}`}
      onChange={(opened) => {
        if (opened) library.storageUse().then(setUse);
      }}
      button={<IconButton icon="more" label={messages.manage} />}
    >
      {use !== undefined && <MenuItem disabled>{messages.use(use.used, use.available)}</MenuItem>}
      <MenuItem onClick={onChoose}>{messages.chooseTakes}</MenuItem>
      {found > 0 && Export !== undefined && <MenuItem onClick={onExport}>{messages.exportShown(found)}</MenuItem>}
      {Programme !== undefined && <MenuItem onClick={onProgramme}>{messages.programme}</MenuItem>}
      <MenuItem onClick={pickFile}>{messages.import}</MenuItem>
      <MenuItem onClick={onMakeRoom}>{messages.makeRoom}</MenuItem>
      <MenuItem onClick={() => onAsk(clearQuestion(rows, true, texts, onRemove))}>{messages.clearUnstarred}</MenuItem>
      <MenuItem onClick={() => onAsk(clearQuestion(rows, false, texts, onRemove))}>{messages.clearAll}</MenuItem>
    </Menu>
  );
}
