import { Slider as MantineSlider } from "@mantine/core";
import styles from "./slider.module.css";

interface SliderProps {
  readonly label: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly value: number;
  /** Where it rests: its bar begins there, and a notch marks it. */
  readonly resting: number | undefined;
  /** What a screen reader says instead of the bare number. */
  readonly valueText: string;
  readonly describedBy: string | undefined;
  readonly onChange: (value: number) => void;
}

/** One number out of a range, by hand. */
export function Slider({ label, minimum, maximum, resting, valueText, describedBy, ...others }: SliderProps) {
  return (
    <MantineSlider
      {...others}
      className={styles["slider"] ?? ""}
      classNames={partClasses}
      min={minimum}
      max={maximum}
      startPointValue={resting ?? minimum}
      marks={resting === undefined ? [] : [{ value: resting }]}
      label={null}
      thumbLabel={label}
      thumbProps={{ "aria-describedby": describedBy }}
      thumbValueText={valueText}
    />
  );
}

const partClasses = {
  track: styles["track"] ?? "",
  bar: styles["bar"] ?? "",
  thumb: styles["thumb"] ?? "",
  mark: styles["mark"] ?? "",
};
