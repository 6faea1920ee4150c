import { useState } from "react";
import type { ModelDescriptor } from "../../contract/model.ts";
import { type Offers, useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { voiceCalled } from "../../core/voices/voice-called.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";
import { Button } from "../../kit/button.tsx";
import { focusNeighbour } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./batch.module.css";
import { batchMessages } from "./messages/index.ts";
import { divideAddresses, divideTexts } from "./parse-values.ts";

/** Fetches the list when somebody turns to its button, so that it is there when they press. */
const expectPress = (list: NonNullable<Offers["Voices"]>): void => void list.expect().catch(() => undefined);

const toNextVoice = focusNeighbour((rest) => rest.closest("section")?.querySelector("input"));

/** The voices of a batch: ticked in the list of the model's own, or written, by name or as a service calls them. */
export function VoicesChoice({
  model,
  voices,
  onChange,
}: {
  readonly model: ModelDescriptor;
  readonly voices: readonly string[];
  readonly onChange: (voices: readonly string[]) => void;
}) {
  const { messages, language } = useHistoryTexts(batchMessages);
  const { Voices } = useOffers();
  const [open, setOpen] = useState(false);
  const [written, setWritten] = useState("");
  const field = model.fields.find(({ group }) => group === "voice");
  const known = field?.kind === "voice" ? field.voices : [];
  const isUnknown = (voice: string) => field?.kind === "voice" && known.every(({ name }) => name !== voice);
  const add = (text: string): void => {
    // A list can be pasted, and people write a voice as they say it.
    const names =
      field?.kind === "voice"
        ? divideTexts(text.replace(/[,，;；]/g, "\n"), "lines").map((said) => voiceCalled(field, said)?.name ?? said)
        : divideAddresses(text);
    onChange([...new Set([...voices, ...names])]);
    setWritten("");
  };
  return (
    <section className="stack close" aria-label={messages.voices}>
      <h3 className="heading">{messages.voices}</h3>
      {field?.kind === "voice" && Voices !== undefined && (
        <Button
          aria-haspopup="dialog"
          onPointerEnter={() => expectPress(Voices)}
          onFocus={() => expectPress(Voices)}
          onClick={() => setOpen(true)}
        >
          <Icon name="plus" size={1} />
          {messages.chooseVoices}
        </Button>
      )}
      <input
        aria-label={messages.addVoice}
        placeholder={field?.kind === "reference" ? messages.addReference : messages.addVoiceHint}
        value={written}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(written);
        }}
        onBlur={() => written.trim() !== "" && add(written)}
      />
      <ul className={styles["chips"]}>
        {voices.map((voice) => (
          <li
            key={voice}
            ref={toNextVoice}
            className={styles["chip"]}
            data-tone={isUnknown(voice) ? "warn" : undefined}
            title={isUnknown(voice) ? messages.unknownVoiceHelp : voice}
          >
            <span className="cut" dir="auto">
              {voiceNamed(model, voice, language)}
            </span>
            {isUnknown(voice) && <em>{messages.unknownVoice}</em>}
            <IconButton
              icon="close"
              size={0.75}
              label={messages.removeVoice(voiceNamed(model, voice, language))}
              className={styles["remove"]}
              onClick={() => onChange(voices.filter((other) => other !== voice))}
            />
          </li>
        ))}
      </ul>
      {open && Voices !== undefined && field?.kind === "voice" && (
        <Voices field={field} ticked={voices} onTick={onChange} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
