import type { CSSProperties, MouseEvent } from "react";
import type { TimbreTrait } from "../../contract/embedded-timbres.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { shortEngineName } from "../../core/voices/natural-voices.ts";
import type { CurrentSample } from "../../core/voices/samples.ts";
import { voiceLabel } from "../../core/voices/voice-other-names.ts";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { describeSample } from "./describe-sample.ts";
import { describeVoice } from "./describe-voice.ts";
import styles from "./voice.module.css";
import type { VoiceRow } from "./voice-rows.ts";

/** What a press on a sign of a line does. */
type OptionAction = "tick" | "hear" | "favour";

interface VoiceOptionProps {
  readonly row: Exclude<VoiceRow, { kind: "heading" }>;
  readonly chosen: boolean;
  readonly favourite: boolean;
  /** Undefined where nothing is ticked. */
  readonly ticked: boolean | undefined;
  /** What speaks it naturally, where something does. */
  readonly engine: string | undefined;
  /** How it sounds, where that is known. */
  readonly traits: readonly TimbreTrait[];
  /** Whether the service that is connected is known not to speak its language. */
  readonly unspoken: boolean;
  /** What is heard of this voice, fetched, or why it can't be. */
  readonly sample: CurrentSample | undefined;
  readonly onPress: (action: OptionAction) => void;
}

/** What stands on the line of one voice: its name and description, or what became of its sample, and its signs. */
export function VoiceOption({ row, chosen, favourite, ticked, engine, sample, ...rest }: VoiceOptionProps) {
  const { traits, unspoken, onPress } = rest;
  const texts = useTexts(voiceMessages);
  const { page, messages, language } = texts;
  const voice = row.kind === "voice" ? row.voice : undefined;
  const name = row.kind === "voice" ? voiceLabel(row.voice, language) : row.name;
  const typed = row.kind === "free" && row.typed;
  const heard = sample !== undefined && sample.status !== "failed";
  const about =
    describeSample(sample, name, texts) ??
    [
      ...(unspoken ? [messages.unspoken] : []),
      voice === undefined ? page.voice.freeNote : describeVoice(voice, texts),
      ...(traits.length === 0 ? [] : [traits.map((trait) => messages.traits[trait]).join(messages.listSeparator)]),
      ...(engine === undefined ? [] : [messages.natural(shortEngineName(engine))]),
    ].join(" · ");
  return (
    <>
      {ticked !== undefined && (
        <RowAction action="tick" icon={ticked ? "check" : undefined} on={ticked} onPress={onPress} />
      )}
      <RowAction
        action="hear"
        icon={heard ? "stop" : "play"}
        title={heard ? undefined : messages.hearIt}
        on={heard}
        waiting={sample?.status === "fetching"}
        onPress={onPress}
      />
      <span className={styles["who"]}>
        <span className={styles["voiceName"]}>{typed ? messages.free(name) : name}</span>
        <span
          className={styles["about"]}
          data-tone={sample?.status === "failed" ? "bad" : undefined}
          title={engine === undefined ? about : `${about}\n${engine}`}
        >
          {about}
        </span>
      </span>
      {chosen && <span className={styles["chosen"]}>{messages.chosen}</span>}
      <RowAction action="favour" icon={favourite ? "starred" : "star"} on={favourite} onPress={onPress} />
    </>
  );
}

/**
 * For pointers only: an option of a list may hold no buttons. The keyboard has keys, a screen reader the buttons below.
 */
function RowAction({
  action,
  icon,
  title,
  on,
  waiting = false,
  onPress,
}: {
  readonly action: OptionAction;
  readonly icon: IconName | undefined;
  readonly title?: string | undefined;
  readonly on: boolean;
  readonly waiting?: boolean;
  readonly onPress: (action: OptionAction) => void;
}) {
  return (
    <span
      aria-hidden="true"
      title={title}
      className={styles["rowAction"]}
      data-action={action}
      data-on={on || undefined}
      data-waiting={waiting || undefined}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        onPress(action);
      }}
    >
      <span className="centred">
        {icon !== undefined && <Icon name={icon} size={action === "favour" ? 1 : 0.875} />}
      </span>
    </span>
  );
}

interface VoiceHeadingProps {
  readonly row: Extract<VoiceRow, { kind: "heading" }>;
  /** Where it lies in the list. */
  readonly place: CSSProperties;
}

/** What stands above the voices of one language, or of one shelf. */
export function VoiceHeading({ row: { name, native, isUsual }, place }: VoiceHeadingProps) {
  const { messages } = useTexts(voiceMessages);
  return (
    <div role="presentation" className={styles["heading"]} style={place}>
      <span>{name}</span>
      {native !== undefined && <span lang={native.language}>{native.name}</span>}
      {isUsual === true && <span className={styles["usual"]}>{messages.usual}</span>}
    </div>
  );
}
