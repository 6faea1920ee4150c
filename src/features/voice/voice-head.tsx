import { memo } from "react";
import { useStore } from "zustand";
import type { VoiceField } from "../../contract/model.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { describePrice } from "../../core/submit/describe-plan.ts";
import { respell } from "../../core/text/pronunciations.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { samplePrice } from "../../core/voices/sample-sentence.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { galleryOf, spokenWords } from "./gallery.ts";
import styles from "./voice.module.css";

/** What the voices say when they are heard, and where that costs, how much: once for each. */
function SpokenWordsChoice({ field, text }: { readonly field: VoiceField; readonly text: string }) {
  const texts = useTexts(voiceMessages);
  const { messages } = texts;
  const { model, pronunciations } = usePlan();
  const service = useConfig().data?.service;
  const multiplier = useSettings((settings) => settings.multiplier);
  const { words, say } = useStore(galleryOf(usePlayground()));
  const isOwn = words === "own" && text !== "";
  const name = field.voices[0]?.name ?? "";
  const sent = isOwn ? respell(text, pronunciations).text : undefined;
  const price = samplePrice({ model, field, name, text: sent }, multiplier);
  return (
    <div className={styles["spoken"]}>
      <div className="line">
        <Segmented
          small
          label={messages.says}
          value={isOwn ? "own" : "sample"}
          options={spokenWords.map((value) => ({
            value,
            label: messages.words[value],
            ...(value === "own" && text === "" ? { off: true, description: messages.noText } : {}),
          }))}
          onChange={say}
        />
        {service === "remote" && isOwn && (
          <span className="note">
            {messages.eachCosts(describePrice(price, { embedded: false, multiplier }, texts))}
          </span>
        )}
      </div>
      <p
        className={styles["sentence"]}
        dir="auto"
        lang={isOwn ? languageOfText(text) : undefined}
        title={isOwn ? text : undefined}
      >
        {isOwn ? text : messages.sampleSaid}
      </p>
    </div>
  );
}

interface VoiceHeadProps {
  readonly field: VoiceField;
  /** The script's first sentence. */
  readonly text: string;
  readonly onClose: () => void;
}

/** What the voices say, and the way out. Apart, so that typing in the search doesn't draw it again. */
export const VoiceHead = memo(function VoiceHead({ field, text, onClose }: VoiceHeadProps) {
  const { page } = useTexts();
  return (
    <header className={styles["head"]}>
      <SpokenWordsChoice field={field} text={text} />
      <IconButton icon="close" label={page.words.close} onClick={onClose} />
    </header>
  );
});
