import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
} from "react";
import { useStore } from "zustand";
import type { VoiceField } from "../../contract/model.ts";
import { unspokenByEmbedded } from "../../contract/playground.ts";
import { languageOf } from "../../contract/voices.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { saidByForm } from "../../core/submit/follow-directions.ts";
import { firstSentence } from "../../core/text/first-sentence.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { speaksText } from "../../core/voices/voice-fit.ts";
import { voiceLabel } from "../../core/voices/voice-other-names.ts";
import { Icon } from "../../kit/icon.tsx";
import { Listbox, useListbox } from "../../kit/listbox.tsx";
import { Status } from "../../kit/status.tsx";
import { useMatches } from "../../kit/use-matches.ts";
import { galleryOf } from "./gallery.ts";
import { Elsewhere, NaturalVoicesLink } from "./other-voices.tsx";
import { useHear } from "./use-hear.ts";
import { useVoices } from "./use-voices.ts";
import styles from "./voice.module.css";
import { VoiceFilters } from "./voice-filters.tsx";
import { VoiceFoot } from "./voice-foot.tsx";
import { VoiceHead } from "./voice-head.tsx";
import { VoiceHeading, VoiceOption } from "./voice-option.tsx";
import { type Move, nameOfRow, type VoiceLine } from "./voice-rows.ts";

export interface VoiceListProps {
  readonly field: VoiceField;
  /** The name of the voice that is chosen now; undefined where voices are only ticked. */
  readonly chosen: string | undefined;
  /** What a press on a voice does. */
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
  /** The ticked voices; undefined where nothing can be done with several. */
  readonly ticked: readonly string[] | undefined;
  readonly onTick: (names: readonly string[]) => void;
  /** The most that can be ticked. */
  readonly most: number;
  /** What is done with the ticked voices, as buttons; given what a search has left, if it is narrow. */
  readonly end: (left: { readonly found: readonly string[]; readonly narrowed: boolean; readonly text: string }) => {
    readonly buttons: ReactNode;
    /** What the key for it does. */
    readonly go?: (() => void) | undefined;
  };
}

const keyOf = ([first]: VoiceLine): string => first.key;
const heightOf = ([first]: VoiceLine): number => (first.kind === "heading" ? 2 : 3.25);

/** The keys that move the cursor; the last two only where nothing is written. */
const moves: Readonly<Record<string, Move>> = {
  ArrowDown: "down",
  ArrowUp: "up",
  PageDown: "pageDown",
  PageUp: "pageUp",
  "Mod+Home": "first",
  "Mod+End": "last",
  ArrowRight: "right",
  ArrowLeft: "left",
};

/**
 * A search field over a list of voices: type to narrow, arrows to move, Enter to choose; with Shift to hear, with Alt
 * to keep among the favourites, with both to tick. Only the lines in sight are drawn.
 */
export function VoiceList({ field, chosen, onChoose, onClose, ticked, onTick, most, end }: VoiceListProps) {
  const { messages, language } = useTexts(voiceMessages);
  const id = useId();
  const { model } = usePlan();
  const script = useScript();
  const columns = useMatches("(width >= 40em)") ? 2 : 1;
  const voices = useVoices(field, chosen, columns);
  const { lines, choosable, active, found, query, filter, favourites, engineOf, traitsOf, isEmbedded } = voices;
  const toggleFavourite = useSettings((settings) => settings.toggleFavourite);
  const words = useStore(galleryOf(usePlayground()), (gallery) => gallery.words);
  const text = useMemo(() => firstSentence(saidByForm(script)), [script]);
  const writing = useMemo(() => readWritingSystem(text), [text]);
  const byName = useMemo(() => new Map(field.voices.map((voice) => [voice.name, voice])), [field.voices]);
  // What a voice can't read it says in its own language: everything else would be noise.
  const hearing = useHear(field, (name) =>
    words === "own" && text !== "" && speaksText(byName.get(name), writing) ? text : undefined,
  );
  const input = useRef<HTMLInputElement>(null);
  const list = useListbox({ rows: lines, keyOf, heightOf });
  const { scroller, virtual } = list;
  const optionId = (key: string | undefined) =>
    key === undefined ? undefined : `${list.id}-${choosable.findIndex((row) => row.key === key)}`;
  const lineOf = (key: string | undefined) => lines.findIndex((line) => line.some((row) => row.key === key));
  const activeName = nameOfRow(active);
  const labelOf = (name: string) => {
    const voice = byName.get(name);
    return voice === undefined ? name : voiceLabel(voice, language);
  };
  const focusInput = () => input.current?.focus();

  // On opening, the chosen voice stands in the middle, among those around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the list opens
  useEffect(() => {
    const at = lineOf(active?.key);
    if (at > 1) virtual.scrollToIndex(at, { align: "center" });
  }, []);

  // A voice is heard to choose it: once the list is closed, there is nothing to choose.
  const { stop } = hearing;
  const stopHearing = useEffectEvent(stop);
  useEffect(() => () => stopHearing(), []);

  function move(to: Move): void {
    const at = lineOf(voices.move(to));
    // The first voice brings its language's heading into sight.
    virtual.scrollToIndex(at <= 1 ? 0 : at);
  }

  const { setActive, setFilter, setOnlyFavourites } = voices;
  const backToTop = useCallback(() => {
    setActive(undefined);
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [scroller, setActive]);

  // Some 200 regions and languages: not to be drawn again for every letter that is typed.
  const filters = useMemo(
    () => (
      <VoiceFilters
        options={voices.options}
        filter={filter}
        favourites={voices.hasFavourites ? voices.onlyFavourites : undefined}
        onChange={(next, only) => {
          setFilter(next);
          setOnlyFavourites(only);
          backToTop();
        }}
      />
    ),
    [voices.options, filter, voices.hasFavourites, voices.onlyFavourites, setFilter, setOnlyFavourites, backToTop],
  );

  const tick = (name: string): void => {
    if (ticked === undefined) return;
    if (ticked.includes(name)) onTick(ticked.filter((other) => other !== name));
    else if (ticked.length < most) onTick([...ticked, name]);
  };
  const none = messages.none[traitsOf === undefined ? "soundUnknown" : "bySound"];
  const { buttons, go } = end({ found, narrowed: voices.narrowed, text });

  function onEnter(event: KeyboardEvent): boolean {
    const asked = shortcutOf(shortcutTable.voices, chordOf(event));
    if (event.nativeEvent.isComposing || asked === undefined) return false;
    if (asked === "speak") go?.();
    else if (activeName === undefined) return true;
    else if (asked === "hear") hearing.hear(activeName);
    else if (asked === "favour") toggleFavourite(model.id, activeName);
    else if (asked === "tick") tick(activeName);
    else onChoose(activeName);
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const chord = chordOf(event);
    const to = moves[chord];
    // Between letters the arrows belong to the search.
    const isSideways = to === "left" || to === "right";
    if (event.key === "Enter") {
      if (!onEnter(event)) return;
    } else if (to !== undefined && (!isSideways || (query === "" && columns > 1))) move(to);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles["panel"]}>
      <VoiceHead field={field} text={text} onClose={onClose} />
      <div className={styles["tools"]}>
        <div className={styles["searchRow"]}>
          <Icon name="search" />
          <input
            ref={input}
            role="combobox"
            aria-label={messages.search}
            aria-expanded="true"
            aria-controls={list.id}
            aria-autocomplete="list"
            aria-activedescendant={optionId(active?.key)}
            aria-describedby={`${id}-keys`}
            placeholder={messages.placeholder}
            value={query}
            spellCheck={false}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => {
              voices.setQuery(event.target.value);
              backToTop();
            }}
            onKeyDown={onKeyDown}
          />
          <span className={styles["count"]} role="status">
            {messages.count(found.length)}
          </span>
        </div>
        {filters}
      </div>
      <Status className={styles["nothing"]}>
        {voices.dropped.length > 0 && messages.dropped(voices.dropped.join(messages.listSeparator))}
      </Status>
      {found.length === 0 && (
        <p className={styles["nothing"]}>
          {query.trim() === "" ? messages.noneLeft : none} <Elsewhere query={query} onChoose={onClose} />
        </p>
      )}
      <Listbox
        list={list}
        aria-label={messages.list}
        aria-multiselectable={chosen === undefined || undefined}
        className={styles["scroller"]}
        row={(at, place) => {
          const line = lines[at];
          const [first] = line ?? [];
          if (line === undefined || first === undefined) return null;
          if (first.kind === "heading") return <VoiceHeading key={first.key} row={first} place={place} />;
          return (
            <div key={first.key} role="presentation" className={styles["line"]} data-columns={columns} style={place}>
              {line.map((row) => {
                const name = nameOfRow(row) ?? "";
                if (row.kind === "heading") return null;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the search keeps the focus, and names this one
                  <div
                    key={row.key}
                    id={optionId(row.key)}
                    role="option"
                    aria-selected={chosen === undefined ? ticked?.includes(name) === true : name === chosen}
                    {...(ticked === undefined ? {} : { "aria-checked": ticked.includes(name) })}
                    aria-setsize={choosable.length}
                    aria-posinset={choosable.indexOf(row) + 1}
                    data-active={row.key === active?.key || undefined}
                    data-heard={hearing.current?.voice === name || undefined}
                    className={styles["option"]}
                    onPointerMove={() => setActive(row.key)}
                    onClick={() => onChoose(name)}
                  >
                    <VoiceOption
                      row={row}
                      chosen={name === chosen}
                      favourite={favourites.includes(name)}
                      ticked={ticked?.includes(name)}
                      engine={engineOf?.(name)}
                      traits={row.kind === "voice" ? (traitsOf?.(row.voice) ?? []) : []}
                      unspoken={
                        isEmbedded && row.kind === "voice" && unspokenByEmbedded.has(languageOf(row.voice.locale))
                      }
                      sample={hearing.current?.voice === name ? hearing.current : undefined}
                      onPress={(action) => {
                        // A finger moves over nothing on its way: what is said below is of the voice that was touched.
                        setActive(row.key);
                        if (action === "hear") hearing.hear(name);
                        else if (action === "favour") toggleFavourite(model.id, name);
                        else tick(name);
                      }}
                    />
                  </div>
                );
              })}
            </div>
          );
        }}
      />
      <span id={`${id}-keys`} hidden>
        {messages.hint(keyNamer(language))}
      </span>
      <VoiceFoot
        hearing={hearing}
        voice={activeName === undefined ? undefined : { name: activeName, label: labelOf(activeName) }}
        labelOf={labelOf}
        favourite={activeName !== undefined && favourites.includes(activeName)}
        ticked={activeName === undefined ? undefined : ticked?.includes(activeName)}
        onFavour={() => activeName !== undefined && toggleFavourite(model.id, activeName)}
        onTick={() => activeName !== undefined && tick(activeName)}
        onDone={focusInput}
      >
        {isEmbedded && chosen !== undefined && <NaturalVoicesLink onOpen={onClose} />}
        {buttons}
      </VoiceFoot>
    </div>
  );
}
