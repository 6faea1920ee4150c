import { useEffect, useState } from "react";
import { shorten } from "../../contract/characters.ts";
import { TakeText } from "../../core/captions/slots.tsx";
import {
  type Texts,
  useDrawn,
  usePlayground,
  useSound,
  useTake,
  useTexts,
} from "../../core/page/playground-context.ts";
import { describeRemarks } from "../../core/remarks/describe-remarks.ts";
import type { Sound } from "../../core/sound/derive-sound.ts";
import type { Take, TakeRow } from "../../core/takes/take.ts";
import { spokenLanguage } from "../../core/voices/spoken-language.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import styles from "./player.module.css";
import { voiceNameOf } from "./voice-name.ts";

/** The most of a text that is shown on hover, in UTF-16 units. */
const titleLength = 400;
/**
 * How long a wait lasts before a screen reader is told, in milliseconds: one that is over at once would only be in the
 * way.
 */
const toldAfter = 1_000;

/** What is heard: its words, and where it stands when it isn't simply playing. */
export function Line() {
  const texts = useTexts();
  const { page } = texts;
  const take = useTake();
  const sound = useSound(readState);
  const { library } = usePlayground();
  // What is remarked on it is known a moment after its sound has ended.
  const read = () => (take === undefined ? undefined : library.row(take.id));
  const row = useDrawn(library.subscribe, read);
  const status = sound === undefined || take === undefined ? undefined : statusOf(sound, take, row, texts);
  const lasts = useLasting(isWait(sound));
  // What failed is said above, where the send button is.
  const news = sound?.status === "failed" || (isWait(sound) && !lasts) ? "" : (status ?? "");
  if (take === undefined) {
    return (
      <div className={styles["line"]} data-idle title={page.player.idle}>
        <Announcer text="" />
        {page.player.idle}
      </div>
    );
  }
  const voice = voiceNameOf(take, texts);
  return (
    <div className={styles["line"]}>
      <Announcer text={news} turn={take.id} />
      {status !== undefined && (
        <span
          className={styles["status"]}
          data-late={isWait(sound) || undefined}
          data-gone={take.soundGone}
          title={status}
        >
          {status}
        </span>
      )}
      {sound?.playback === "blocked" && (
        <Button look="accent" size="pill" className={styles["blocked"]} onClick={() => take.session.play()}>
          <Icon name="play" size={0.75} />
          {page.player.playNow}
        </Button>
      )}
      <span className={styles["voice"]} title={voice}>
        {voice}
      </span>
      <span
        className={styles["words"]}
        dir="auto"
        lang={spokenLanguage(take.text, take)}
        title={shorten(take.text, titleLength)}
      >
        <TakeText take={take} />
      </span>
    </div>
  );
}

type State = Pick<Sound, "status" | "playback" | "playbackError" | "stalled"> & { readonly hasFile: boolean };

/** What of the sound the line tells. */
function readState(sound: Sound | undefined): State | undefined {
  if (sound === undefined) return undefined;
  const { status, playback, playbackError, stalled, file } = sound;
  return { status, playback, playbackError, stalled, hasFile: file !== undefined };
}

/** Whether the status only shows when it lasts: a wait that is over at once would be a flicker. */
function isWait(sound: State | undefined): boolean {
  return sound?.status === "connecting" || sound?.stalled === true;
}

/** Whether `holds` has held for long enough to be told. */
function useLasting(holds: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setLasts(true), toldAfter);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [holds]);
  return holds && lasts;
}

function statusOf(sound: State, take: Take, row: TakeRow | undefined, texts: Texts): string | undefined {
  const { page, language } = texts;
  if (take.soundGone !== undefined) return page.player.gone[take.soundGone];
  if (sound.playback === "failed") return page.player[sound.playbackError === "network" ? "cutOff" : "undecodable"];
  if (sound.playback === "blocked") return page.player.blocked;
  if (sound.stalled) return page.player.stalled;
  // What goes on is silent until it has read what is kept of it.
  const isKept = sound.hasFile || row?.sound === "partial";
  switch (sound.status) {
    case "connecting":
      return page.player.connecting;
    case "failed":
      return isKept ? page.player.partial : page.player.nothing;
    case "stopped":
      if (isKept) return page.player.stopped;
      // What a person stopped may go on and be charged all the same.
      if (row?.status !== "stopped") return page.player.nothing;
      return row.unsent === true
        ? page.player.unsent
        : `${page.player.nothing}${page.between.sentences}${page.failure.costs.possible}`;
    default:
      return describeRemarks(row ?? {}, language).find(({ code }) => code === "note")?.short;
  }
}
