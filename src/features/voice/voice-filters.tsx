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
  const isSet = Object.values(filter).some((value) => value !== undefined) || favourites === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line
    <div role="group" aria-label={messages.filters} className={styles["filters"]}>
      <FilterSelect
        className={styles["filter"]}
        label={messages.filterNames.language}
        options={options.languages}
        value={filter.language}
        // The regions of one language aren't those of another.
        onChange={(language) => onChange({ ...filter, language, region: undefined })}
      />
      <FilterSelect
        className={styles["filter"]}
        label={messages.filterNames.region}
        options={options.regions}
        value={filter.region}
        onChange={(region) => onChange({ ...filter, region })}
      />
      {genders.length > 1 && (
        <FilterSelect
          className={styles["filter"]}
          label={messages.filterNames.gender}
          options={genders}
          value={filter.gender}
          onChange={(gender) => onChange({ ...filter, gender })}
        />
      )}
      {sounds.length > 1 && (
        <FilterSelect
          className={styles["filter"]}
          label={messages.filterNames.sound}
          options={sounds}
          value={filter.sound}
          onChange={(sound) => onChange({ ...filter, sound })}
        />
      )}
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
