import type { CSSProperties } from "react";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { useDark } from "../../kit/theme.tsx";
import type { Spectrogram } from "./analyses.ts";
import styles from "./compare.module.css";
import { compareMessages } from "./messages/index.ts";
import { colourOf, type FrequencyScale, frequencyScales, shownRange } from "./spectrum.ts";
import { type TimeView, zoom } from "./time-view.ts";

/** What of a sound is drawn. */
export const pictures = ["waveform", "spectrogram", "both"] as const;

export interface PictureSettings {
  readonly shown: (typeof pictures)[number];
  readonly scale: FrequencyScale;
}

export const usualPicture: PictureSettings = { shown: "waveform", scale: "mel" };

interface PictureToolsProps {
  readonly settings: PictureSettings;
  readonly onSettings: (settings: PictureSettings) => void;
  /** The spectrograms, as far as they are known. */
  readonly spectrograms: readonly Spectrogram[];
  readonly view: TimeView;
  readonly duration: number;
  readonly onView: (view: TimeView) => void;
}

/** What the pictures show, how close one looks, and what their colours mean. */
export function PictureTools({ settings, onSettings, spectrograms, view, duration, onView }: PictureToolsProps) {
  const { messages, numbers } = useHistoryTexts(compareMessages);
  const dark = useDark();
  const milliseconds = (read: (spectrogram: Spectrogram) => number) =>
    [...new Set(spectrograms.map((each) => numbers.fixed(read(each) * 1_000, 1)))].join(" / ");
  const legendHelp = messages.picture.legendHelp(
    milliseconds(({ windowSeconds }) => windowSeconds),
    milliseconds(({ secondsPerColumn }) => secondsPerColumn),
  );
  const middle = (view.from + view.until) / 2;
  const whole = view.until - view.from >= duration - 1e-6;
  const colours = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map(
    (share) => `rgb(${colourOf(share, dark).join(" ")})`,
  );
  const gradient: CSSProperties = { background: `linear-gradient(to right, ${colours.join(", ")})` };
  return (
    <div className={styles["bar"]}>
      <Segmented
        label={messages.picture.label}
        value={settings.shown}
        options={optionsOf(pictures, messages.picture.shown)}
        onChange={(shown) => onSettings({ ...settings, shown })}
        small
      />
      {settings.shown !== "waveform" && (
        <>
          <label className="line">
            <span className="quiet">{messages.picture.scale}</span>
            <Select
              value={settings.scale}
              onChange={({ target }) => {
                const scale = frequencyScales.find((each) => each === target.value);
                if (scale !== undefined) onSettings({ ...settings, scale });
              }}
            >
              <Options of={frequencyScales} label={(scale) => messages.picture.scales[scale]} />
            </Select>
          </label>
          <Hint text={legendHelp}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it says on hover must be reachable by keyboard */}
            <span className={styles["legend"]} tabIndex={0}>
              <span className={styles["colours"]} style={gradient} />
              {messages.picture.legend(shownRange.lowest, shownRange.highest)}
            </span>
          </Hint>
        </>
      )}
      {!whole && <span className="quiet">{messages.picture.range(view.from, view.until)}</span>}
      <span className="line">
        <IconButton
          icon="plus"
          label={messages.picture.zoomIn}
          disabled={duration === 0}
          onClick={() => onView(zoom(view, 0.5, middle, duration))}
        />
        <IconButton
          icon="minus"
          label={messages.picture.zoomOut}
          off={whole}
          onClick={() => onView(zoom(view, 2, middle, duration))}
        />
        <Button off={whole} onClick={() => onView({ from: 0, until: duration })}>
          {messages.picture.whole}
        </Button>
      </span>
    </div>
  );
}
