import type { MouseEvent } from "react";
import type { Gender } from "../../contract/voices.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { type VoiceTexts, voiceMessages } from "../../core/voices/messages/index.ts";
import { shortEngineName } from "../../core/voices/natural-voices.ts";
import type { CurrentSample } from "../../core/voices/samples.ts";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { describeVoice } from "./describe-voice.ts";
import styles from "./voice.module.css";
import type { VoiceRow } from "./voice-rows.ts";

interface VoiceOptionProps {
  readonly row: Exclude<VoiceRow, { kind: "heading" }>;
  readonly chosen: boolean;
  readonly favourite: boolean;
  /** What speaks it naturally, where something does. */
  readonly engine: string | undefined;
  /** Whether the service that is connected is known not to speak its language. */
  readonly unspoken: boolean;
  /** What is heard of this voice, fetched, or why it can't be. */
  readonly sample: CurrentSample | undefined;
  readonly onHear: () => void;
  readonly onFavour: () => void;
}

/** What stands on the line of one voice: its sign, name and description, or what became of its sample. */
export function VoiceOption({ row, chosen, favourite, engine, unspoken, sample, onHear, onFavour }: VoiceOptionProps) {
  const texts = useTexts(voiceMessages);
  const { page, messages } = texts;
  const voice = row.kind === "voice" ? row.voice : undefined;
  const name = row.kind === "voice" ? row.voice.label : row.name;
  const typed = row.kind === "free" && row.typed;
  const heard = sample !== undefined && sample.status !== "failed";
  return (
    <>
      <VoiceFace label={voice?.label ?? "+"} gender={voice?.gender} />
      <span className={styles["who"]}>
        <span className={styles["voiceName"]}>{typed ? messages.free(name) : name}</span>
        <span className={styles["about"]} data-tone={sample?.status === "failed" ? "bad" : undefined} title={engine}>
          {describeSample(sample, name, texts) ??
            [
              ...(unspoken ? [messages.unspoken] : []),
              voice === undefined ? page.voice.freeNote : describeVoice(voice, texts),
              ...(engine === undefined ? [] : [messages.natural(shortEngineName(engine))]),
            ].join(" · ")}
        </span>
      </span>
      {chosen && <Icon name="check" />}
      <RowAction icon={favourite ? "starred" : "star"} on={favourite} onPress={onFavour} />
      <RowAction
        icon={heard ? "stop" : "play"}
        title={heard ? undefined : messages.sample}
        on={heard}
        waiting={sample?.status === "fetching"}
        onPress={onHear}
      />
    </>
  );
}

/** What became of a voice's sample, in words; undefined while there is none. */
export function describeSample(
  sample: CurrentSample | undefined,
  name: string,
  { page, messages }: VoiceTexts,
): string | undefined {
  switch (sample?.status) {
    case "fetching":
      return messages.fetching(name);
    case "sounding":
      return messages.sounding(name);
    case "blocked":
      return messages.blocked;
    case "failed":
      return sample.failure === undefined
        ? messages.notPlayable
        : [page.failure.titles[sample.failure.kind], sample.failure.message].filter(Boolean).join(page.between.colon);
    case undefined:
      return undefined;
  }
}

/**
 * For pointers only: an option of a list may hold no buttons. The keyboard has keys, a screen reader the buttons below.
 */
function RowAction({
  icon,
  title,
  on,
  waiting = false,
  onPress,
}: {
  readonly icon: IconName;
  readonly title?: string | undefined;
  readonly on: boolean;
  readonly waiting?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <span
      aria-hidden="true"
      title={title}
      className={styles["rowAction"]}
      data-action={icon === "star" || icon === "starred" ? "favour" : "hear"}
      data-on={on || undefined}
      data-waiting={waiting || undefined}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <Icon name={icon} size={1} />
    </span>
  );
}

/** A voice's sign: its first letter, on a shade that tells women's and men's voices apart at a glance. */
function VoiceFace({ label, gender }: { readonly label: string; readonly gender: Gender | undefined }) {
  return (
    <span aria-hidden="true" className={styles["face"]} data-gender={gender}>
      {Array.from(label)[0]?.toUpperCase() ?? "·"}
    </span>
  );
}
