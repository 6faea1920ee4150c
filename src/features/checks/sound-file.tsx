import { useEffect, useRef, useState } from "react";
import { playableFileOf } from "../../audio/formats/wav.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import type { Sounding } from "../../core/sound/sound-owner.ts";
import { checksMessages } from "./messages/index.ts";
import { nameOfSound, soundOfRow } from "./row-sound.ts";
import { useBaselines } from "./use-report-rows.ts";

/** The sound of an opened report's row, where its file was given; else the file's name. */
export function SoundFile({ row }: { readonly row: ReportRow }) {
  const { messages } = useTexts(checksMessages);
  const playground = usePlayground();
  const { sound } = playground;
  const opened = useBaselines((baselines) => baselines.opened);
  const element = useRef<HTMLAudioElement>(null);
  const joined = useRef<Sounding>(undefined);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    soundOfRow(row, playground, opened).then((found) => {
      if (found === undefined || gone) return;
      made = URL.createObjectURL(playableFileOf(found));
      setAddress(made);
    });
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [row, playground, opened]);
  useEffect(() => {
    const audio = element.current;
    if (address === undefined || audio === null) return;
    joined.current = {
      setVolume: (volume) => Object.assign(audio, { volume }),
      setMuted: (muted) => Object.assign(audio, { muted }),
      pause: () => audio.pause(),
    };
    return sound.getState().join(joined.current);
  }, [address, sound]);
  if (address === undefined) {
    return <p className="note">{messages.report.soundMissing(nameOfSound(row.sound ?? ""))}</p>;
  }
  const begin = (): void => {
    if (joined.current !== undefined) sound.getState().begin(joined.current);
  };
  // biome-ignore lint/a11y/useMediaCaption: what it says stands in the request beside it
  return <audio ref={element} controls src={address} aria-label={messages.report.sound} onPlay={begin} />;
}
