import { useEffect, useRef, useState } from "react";
import type { CheckResult } from "../../conformance/run/result.ts";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import type { Sounding } from "../../core/sound/sound-owner.ts";
import { useObjectUrl } from "../../kit/use-object-url.ts";
import { whileWanted } from "../../kit/while-wanted.ts";
import { checksMessages } from "./messages/index.ts";
import { nameOfSound, playableSoundOf } from "./row-sound.ts";
import { useSoundPlaces } from "./use-report-rows.ts";

/** The sound of a result that is no take; of an opened report's the file's name until that was given. */
export function SoundPlayer({
  last,
  file,
  label,
}: {
  readonly last: CheckResult | undefined;
  readonly file?: string | undefined;
  readonly label: string;
}) {
  const { messages } = useTexts(checksMessages);
  const { sound } = usePlayground();
  const places = useSoundPlaces();
  const element = useRef<HTMLAudioElement>(null);
  const joined = useRef<Sounding>(undefined);
  const [found, setFound] = useState<Blob>();
  const address = useObjectUrl(found);
  useEffect(() => {
    return whileWanted(playableSoundOf({ last, file }, places), (sound) => {
      setFound(sound);
      return () => setFound(undefined);
    });
  }, [last, file, places]);
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
    return file === undefined ? null : <p className="note">{messages.report.soundMissing(nameOfSound(file))}</p>;
  }
  const begin = (): void => {
    if (joined.current !== undefined) sound.getState().begin(joined.current);
  };
  return (
    <span className="line">
      <span className="note" aria-hidden="true">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: what it says stands in the request beside it */}
      <audio ref={element} controls src={address} aria-label={label} onPlay={begin} />
    </span>
  );
}
