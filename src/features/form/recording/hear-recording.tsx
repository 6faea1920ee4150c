import { useListen } from "../../../core/fields/use-listen.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { useObjectUrl } from "../../../kit/use-object-url.ts";

interface HearRecordingProps {
  readonly wav: Blob;
  /** What the button says, and what it says while the recording sounds. */
  readonly hear: string;
  readonly stop: string;
  /** Whether it says so in words; a sign alone where it stands in a row. */
  readonly withWords?: boolean;
}

/** Lets a recording be heard that this browser holds, as loud as everything on the page. */
export function HearRecording({ wav, hear, stop, withWords = false }: HearRecordingProps) {
  const { status, press } = useListen(useObjectUrl(wav) ?? "");
  const sounds = status === "fetching" || status === "sounding";
  const label = sounds ? stop : hear;
  if (withWords) {
    return (
      <Button onClick={press}>
        <Icon name={sounds ? "stop" : "play"} size={0.875} />
        {label}
      </Button>
    );
  }
  return (
    <IconButton
      icon={sounds ? "stop" : "play"}
      label={label}
      look="framed"
      size={0.8125}
      hint={false}
      data-on={sounds || undefined}
      onClick={press}
    />
  );
}
