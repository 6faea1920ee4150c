import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { VoiceField } from "../../contract/model.ts";
import { unspokenByEmbedded } from "../../contract/playground.ts";
import { languageOf } from "../../contract/voices.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { createVoiceIndex, searchKindly, type VoiceFilter } from "../../core/voices/voice-search.ts";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Listbox, useListbox } from "../../kit/listbox.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { NaturalVoicesLink } from "./natural-voices-link.tsx";
import { useHear } from "./use-hear.ts";
import { useNaturalEngines } from "./use-natural-engines.ts";
import styles from "./voice.module.css";
import { VoiceActions } from "./voice-actions.tsx";
import { VoiceFilters } from "./voice-filters.tsx";
import { VoiceOption } from "./voice-option.tsx";
import { isTyped, nameOfRow, rowsOf, type VoiceRow } from "./voice-rows.ts";

export interface VoiceListProps {
  readonly field: VoiceField;
  /** The name of the voice that is chosen now. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

const keyOf = ({ key }: VoiceRow): string => key;
const heightOf = ({ kind }: VoiceRow): number => (kind === "heading" ? 2 : 3.125);
const rowsPerPage = 8;
const nothing: readonly string[] = [];

/**
 * A search field over a list of voices: type to narrow, arrows to move, Enter to choose, Shift+Enter to hear, Alt+Enter
 * to keep among the favourites. Only the rows in sight are drawn.
 */
export function VoiceList({ field, chosen, onChoose, onClose }: VoiceListProps) {
  const { messages, language } = useTexts(voiceMessages);
  const id = useId();
  const { model } = usePlan();
  const hearing = useHear(field);
  const isEmbedded = useConfig().data?.service === "embedded";
  const engineOf = useNaturalEngines();
  const index = useMemo(() => createVoiceIndex(field.voices, language, engineOf), [field.voices, language, engineOf]);
  const { favourites, recent, toggleFavourite } = useSettings((settings) => ({
    favourites: settings.favourites[model.id] ?? nothing,
    recent: settings.recent[model.id] ?? nothing,
    toggleFavourite: settings.toggleFavourite,
  }));
  // As they were when the list opened: nothing moves under the pointer that stars a voice, and a star that was taken
  // away by mistake can be given back.
  const [shelved] = useState({ favourites, recent });
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<VoiceFilter>({});
  const options = useMemo(() => index.options(filter), [index, filter]);
  const search = useMemo(() => searchKindly(index, query, filter), [index, query, filter]);
  const rows = useMemo(() => {
    const { groups } = search;
    const shelves = [
      { key: "favourites", name: messages.favourites, names: shelved.favourites },
      { key: "recent", name: messages.recent, names: shelved.recent },
    ] as const;
    return rowsOf({ groups, query, isKnown: index.knows(query), filter, voices: field.voices, shelves, engineOf });
  }, [index, search, query, filter, field, shelved, messages, engineOf]);
  const choosable = useMemo(() => rows.flatMap((row, at) => (row.kind === "heading" ? [] : [at])), [rows]);
  // A row is remembered by its key: favourites that come and go above it must not move the cursor to another voice.
  const [activeKey, setActiveKey] = useState(() => rows.find((row) => nameOfRow(row) === chosen)?.key);
  const remembered = choosable.findIndex((at) => rows[at]?.key === activeKey);
  // A search without a hit is no name yet: that is to be sent as it is, one says by going there.
  const active = remembered < 0 && isTyped(rows[choosable[0] ?? -1]) ? -1 : Math.max(0, remembered);
  const input = useRef<HTMLInputElement>(null);
  const list = useListbox({ rows, keyOf, heightOf });
  const { scroller, virtual, optionId } = list;
  const found = useMemo(
    () => new Set(rows.flatMap((row) => (row.kind === "voice" ? [row.voice.name] : []))).size,
    [rows],
  );
  const activeRow = choosable[active] ?? -1;
  const activeName = nameOfRow(rows[activeRow]);
  const activeVoice = field.voices.find(({ name }) => name === activeName);
  const focusInput = () => input.current?.focus();

  // On opening, the chosen voice stands in the middle, among those around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the list opens
  useEffect(() => {
    if (activeRow > 1) virtual.scrollToIndex(activeRow, { align: "center" });
  }, []);

  // A voice is heard to choose it: once the list is closed, there is nothing to choose.
  const { stop } = hearing;
  const stopHearing = useEffectEvent(stop);
  useEffect(() => () => stopHearing(), []);

  function move(to: number): void {
    const next = Math.min(choosable.length - 1, Math.max(0, to));
    setActiveKey(rows[choosable[next] ?? -1]?.key);
    // The first voice brings its language's heading into sight.
    virtual.scrollToIndex(next === 0 ? 0 : (choosable[next] ?? 0));
  }

  const backToTop = useCallback(() => {
    setActiveKey(undefined);
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [scroller]);

  // Some 200 regions and languages: not to be drawn again for every letter that is typed.
  const filters = useMemo(
    () => (
      <VoiceFilters
        options={options}
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          backToTop();
        }}
      />
    ),
    [options, filter, backToTop],
  );

  function onEnter(event: KeyboardEvent): boolean {
    const asked = shortcutOf(shortcutTable.voices, chordOf(event));
    if (event.nativeEvent.isComposing || asked === undefined) return false;
    if (activeName === undefined) return true;
    if (asked === "hear") hearing.hear(activeName);
    else if (asked === "favour") toggleFavourite(model.id, activeName);
    else onChoose(activeName);
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active === choosable.length - 1 ? -active : 1,
      ArrowUp: active <= 0 ? choosable.length - 1 - active : -1,
      PageDown: rowsPerPage,
      PageUp: -rowsPerPage,
    };
    const step = steps[event.key];
    if (event.key === "Enter") {
      if (!onEnter(event)) return;
    } else if (step !== undefined) move(active + step);
    else if (event.key === "Home" && event.ctrlKey) move(0);
    else if (event.key === "End" && event.ctrlKey) move(choosable.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="dialog"
      aria-label={messages.list}
      className={styles["panel"]}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles["searchRow"]}>
        <Icon name="search" />
        <input
          ref={input}
          // biome-ignore lint/a11y/noAutofocus: the list was opened to look for a voice
          autoFocus
          role="combobox"
          aria-label={messages.search}
          aria-expanded="true"
          aria-controls={list.id}
          aria-autocomplete="list"
          aria-activedescendant={optionId(activeRow)}
          aria-describedby={`${id}-keys`}
          placeholder={messages.placeholder}
          value={query}
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => {
            setQuery(event.target.value);
            backToTop();
          }}
          onKeyDown={onKeyDown}
        />
        <span className={styles["count"]} role="status">
          {messages.count(found)}
        </span>
        <CloseButton onClose={onClose} />
      </div>
      {filters}
      {search.dropped.length > 0 && (
        <p className={styles["nothing"]} role="status">
          {messages.dropped(search.dropped.join(messages.listSeparator))}
        </p>
      )}
      {found === 0 && (
        <p className={styles["nothing"]}>
          {query.trim() === "" ? messages.noneLeft : messages.none} <Elsewhere query={query} onChoose={onClose} />
        </p>
      )}
      <Listbox
        list={list}
        aria-label={messages.list}
        className={styles["scroller"]}
        row={(at, place) => {
          const row = rows[at];
          if (row === undefined) return null;
          if (row.kind === "heading") {
            return (
              <div key={row.key} role="presentation" className={styles["heading"]} style={place}>
                <span>{row.name}</span>
                {row.native !== undefined && <span lang={row.native.language}>{row.native.name}</span>}
                {row.isUsual === true && <span className={styles["usual"]}>{messages.usual}</span>}
              </div>
            );
          }
          const position = choosable.indexOf(at);
          const name = nameOfRow(row) ?? "";
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus, and names this one
            <div
              key={row.key}
              id={optionId(at)}
              role="option"
              aria-selected={name === chosen}
              aria-setsize={choosable.length}
              aria-posinset={position + 1}
              data-active={position === active || undefined}
              className={styles["option"]}
              style={place}
              onPointerMove={() => setActiveKey(row.key)}
              onClick={() => onChoose(name)}
            >
              <VoiceOption
                row={row}
                chosen={name === chosen}
                favourite={favourites.includes(name)}
                engine={engineOf?.(name)}
                unspoken={isEmbedded && row.kind === "voice" && unspokenByEmbedded.has(languageOf(row.voice.locale))}
                sample={hearing.current?.voice === name ? hearing.current : undefined}
                onHear={() => {
                  // A finger moves over nothing on its way: what is said below is of the voice that was touched.
                  setActiveKey(row.key);
                  hearing.hear(name);
                }}
                onFavour={() => {
                  setActiveKey(row.key);
                  toggleFavourite(model.id, name);
                }}
              />
            </div>
          );
        }}
      />
      <span id={`${id}-keys`} hidden>
        {messages.hint(keyNamer(language))}
      </span>
      <VoiceActions
        hearing={hearing}
        voice={activeName === undefined ? undefined : { name: activeName, label: activeVoice?.label ?? activeName }}
        labelOf={(name) => field.voices.find((voice) => voice.name === name)?.label ?? name}
        favourite={activeName !== undefined && favourites.includes(activeName)}
        onFavour={() => activeName !== undefined && toggleFavourite(model.id, activeName)}
        onDone={focusInput}
      />
      {isEmbedded && <NaturalVoicesLink onOpen={onClose} />}
    </div>
  );
}

/** Apart, so that typing doesn't draw it again. */
const CloseButton = memo(function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const { messages } = useTexts(voiceMessages);
  return <IconButton icon="close" label={messages.close} onClick={onClose} />;
});
