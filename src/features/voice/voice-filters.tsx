import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import type { FilterOptions, VoiceFilter } from "../../core/voices/voice-search.ts";
import { Button } from "../../kit/button.tsx";
import { FilterSelect } from "../../kit/filter-select.tsx";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { toSearch } from "./to-search.ts";
import styles from "./voice.module.css";

interface VoiceFiltersProps {
  readonly options: FilterOptions;
  readonly filter: VoiceFilter;
  /** Whether only favourites are shown; undefined where there are none. */
  readonly favourites: boolean | undefined;
  readonly onChange: (filter: VoiceFilter, favourites: boolean) => void;
}

/**
 * Narrows the list by language, region, gender, what speaks, and favourites; each is there only where it offers a
 * choice.
 */
export function VoiceFilters({ options, filter, favourites, onChange: tell }: VoiceFiltersProps) {
  const onChange = (next: VoiceFilter) => tell(next, favourites === true);
  const { page, messages } = useTexts(voiceMessages);
  const genders = options.genders.map((value) => ({ value, name: page.voice.genders[value] }));
  const sounds = options.sounds.map((value) => ({ value, name: messages.sounds[value] }));
  const choices = [
    ["language", options.languages],
    ["region", options.regions],
    ["gender", genders.length > 1 ? genders : []],
    ["sound", sounds.length > 1 ? sounds : []],
  ] as const;
  const isSet = Object.values(filter).some((value) => value !== undefined) || favourites === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line
    <div role="group" aria-label={messages.filters} className={styles["filters"]}>
      {choices.map(([key, of]) => (
        <FilterSelect
          key={key}
          className={styles["filter"]}
          label={messages.filterNames[key]}
          options={of}
          value={filter[key]}
          // The regions of one language aren't those of another.
          onChange={(value) => onChange({ ...filter, ...(key === "language" && { region: undefined }), [key]: value })}
        />
      ))}
      {favourites !== undefined && (
        <Button aria-pressed={favourites} onClick={() => tell(filter, !favourites)}>
          <Icon name={favourites ? "starred" : "star"} size={0.9375} />
          {messages.favourites}
        </Button>
      )}
      {isSet && (
        <IconButton
          ref={toSearch}
          icon="reset"
          size={0.9375}
          label={messages.clearFilters}
          onClick={() => tell({}, false)}
        />
      )}
    </div>
  );
}
