import { useId, useState } from "react";
import type { ModelDescriptor } from "../../contract/model.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { nativeLanguageName } from "../../core/voices/voice-names.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./batch.module.css";
import { batchMessages } from "./messages/index.ts";

/** The voices of a batch: those that the model knows are found by name or language; any other name can be written. */
export function VoicesChoice({
  model,
  voices,
  onChange,
}: {
  readonly model: ModelDescriptor;
  readonly voices: readonly string[];
  readonly onChange: (voices: readonly string[]) => void;
}) {
  const { messages } = useHistoryTexts(batchMessages);
  const id = useId();
  const [written, setWritten] = useState("");
  const field = model.fields.find(({ group }) => group === "voice");
  const known = field?.kind === "voice" ? field.voices : [];
  const isUnknown = (voice: string) => field?.kind === "voice" && known.every(({ name }) => name !== voice);
  const add = (text: string): void => {
    // A list can be pasted.
    const names = text.split(/[\n,，;；]+/).map((name) => name.trim());
    onChange([...new Set([...voices, ...names.filter((name) => name !== "")])]);
    setWritten("");
  };
  return (
    <section className={styles["axis"]} aria-label={messages.voices}>
      <h3 className="heading">{messages.voices}</h3>
      <input
        list={`${id}-voices`}
        aria-label={messages.addVoice}
        placeholder={field?.kind === "reference" ? messages.addReference : messages.addVoiceHint}
        value={written}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          const { value } = event.target;
          // Chosen from the list, not written.
          const isChosen =
            !("inputType" in event.nativeEvent) || event.nativeEvent.inputType === "insertReplacementText";
          if (isChosen && known.some(({ name }) => name === value)) add(value);
          else setWritten(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add(written);
        }}
        onBlur={() => written.trim() !== "" && add(written)}
      />
      <datalist id={`${id}-voices`}>
        {known.map(({ name, label, locale }) => (
          <option key={name} value={name}>
            {`${label} · ${nativeLanguageName(locale)}`}
          </option>
        ))}
      </datalist>
      <ul className={styles["chips"]}>
        {voices.map((voice) => (
          <li
            key={voice}
            className={styles["chip"]}
            data-tone={isUnknown(voice) ? "warn" : undefined}
            title={isUnknown(voice) ? messages.unknownVoiceHelp : undefined}
          >
            <span className="cut" dir="auto">
              {voice}
            </span>
            {isUnknown(voice) && <em>{messages.unknownVoice}</em>}
            <IconButton
              icon="close"
              size={0.75}
              label={messages.removeVoice(voice)}
              className={styles["remove"]}
              onClick={() => onChange(voices.filter((other) => other !== voice))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
