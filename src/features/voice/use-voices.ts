import { useCallback, useMemo, useState } from "react";
import type { VoiceField } from "../../contract/model.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { createVoiceIndex, searchKindly, type VoiceFilter } from "../../core/voices/voice-search.ts";
import { type TraitsOf, traitsAtEmbedded } from "../../core/voices/voice-traits.ts";
import { useNaturalEngines } from "./use-natural-engines.ts";
import { isTyped, keyAfter, linesOf, type Move, nameOfRow, rowsOf } from "./voice-rows.ts";

const nothing: readonly string[] = [];

/** What is looked for in a list of voices, what is found, and where the cursor stands. */
export function useVoices(field: VoiceField, chosen: string | undefined, columns: number) {
  const { messages, language } = useTexts(voiceMessages);
  const { model } = usePlan();
  const isEmbedded = useConfig().data?.service === "embedded";
  const engineOf = useNaturalEngines();
  const traitsOf = useMemo<TraitsOf | undefined>(
    () => (isEmbedded ? traitsAtEmbedded(field.voices, engineOf) : undefined),
    [isEmbedded, field.voices, engineOf],
  );
  const { favourites, recent } = useSettings((settings) => ({
    favourites: settings.favourites[model.id] ?? nothing,
    recent: settings.recent[model.id] ?? nothing,
  }));
  // As they were when the list opened, or was narrowed to favourites: nothing moves under the pointer that stars a
  // voice, and a star that was taken away by mistake can be given back.
  const [shelved, setShelved] = useState({ favourites, recent });
  const [onlyFavourites, setOnlyFavourites] = useState(false);
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<VoiceFilter>({});
  const listed = useMemo(
    () => (onlyFavourites ? field.voices.filter(({ name }) => shelved.favourites.includes(name)) : field.voices),
    [field.voices, onlyFavourites, shelved],
  );
  const index = useMemo(
    () => createVoiceIndex(listed, language, engineOf, traitsOf),
    [listed, language, engineOf, traitsOf],
  );
  const options = useMemo(() => index.options(filter), [index, filter]);
  const search = useMemo(() => searchKindly(index, query, filter), [index, query, filter]);
  const lines = useMemo(() => {
    const { favourites, recent } = shelved;
    const unlisted = favourites.filter((name) => field.voices.every((voice) => voice.name !== name));
    const shelves = [
      { key: "favourites", name: messages.favourites, names: onlyFavourites ? unlisted : favourites },
      { key: "recent", name: messages.recent, names: onlyFavourites ? [] : recent },
    ] as const;
    const { groups } = search;
    const isKnown = index.knows(query);
    const rows = rowsOf({ groups, query, isKnown, filter, voices: field.voices, shelves, engineOf });
    return linesOf(rows, columns);
  }, [index, search, query, filter, field, shelved, onlyFavourites, messages, engineOf, columns]);
  const choosable = useMemo(() => lines.flat().filter(({ kind }) => kind !== "heading"), [lines]);
  // A row is remembered by its key: favourites that come and go above it must not move the cursor to another voice.
  const [remembered, setRemembered] = useState(() => choosable.find((row) => nameOfRow(row) === chosen)?.key);
  const known = choosable.find(({ key }) => key === remembered);
  // A search without a hit is no name yet: that is to be sent as it is, one says by going there.
  const active = known ?? (isTyped(choosable[0]) ? undefined : choosable[0]);
  const found = useMemo(
    () => [...new Set(choosable.flatMap((row) => (row.kind === "voice" ? [row.voice.name] : [])))],
    [choosable],
  );
  return {
    ...{ query, setQuery, filter, setFilter, onlyFavourites },
    setOnlyFavourites: useCallback(
      (only: boolean) => {
        setOnlyFavourites(only);
        setShelved((before) => ({ ...before, favourites: [...new Set([...before.favourites, ...favourites])] }));
      },
      [favourites],
    ),
    ...{
      options,
      dropped: search.dropped,
      lines,
      choosable,
      active,
      found,
      engineOf,
      traitsOf,
      isEmbedded,
      favourites,
    },
    hasFavourites: shelved.favourites.length > 0 || favourites.length > 0,
    /** Whether fewer voices are shown than there are. */
    narrowed: onlyFavourites || query.trim() !== "" || Object.values(filter).some((value) => value !== undefined),
    setActive: setRemembered,
    /** Moves the cursor, and tells where it is now. */
    move(move: Move): string | undefined {
      const next = keyAfter(lines, active?.key, move);
      setRemembered(next);
      return next;
    },
  };
}
