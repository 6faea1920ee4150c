import { useId, useState } from "react";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  /** Why it can't be kept like this; empty where it can. */
  readonly wrong?: string;
  readonly kind?: "text" | "number";
}

/** A text of which the meaning alone is kept: it stands as it is written. */
export function DraftText({ value, onChange, ...others }: TextProps) {
  const [draft, setDraft] = useState(value);
  return (
    <Text
      {...others}
      value={draft}
      onChange={(text) => {
        setDraft(text);
        onChange(text);
      }}
    />
  );
}

/** A line of text or a number, with what is wrong with it. */
export function Text({ label, value, onChange, help, wrong = "", kind = "text" }: TextProps) {
  const id = useId();
  const said = wrong === "" ? help : wrong;
  return (
    <span className={styles["part"]} data-kind={kind}>
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <input
        ref={(input) => input?.setCustomValidity(wrong)}
        id={id}
        type={kind}
        step={kind === "number" ? "any" : undefined}
        value={value}
        aria-invalid={wrong !== ""}
        aria-describedby={said === undefined ? undefined : `${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      {said !== undefined && (
        <small id={`${id}-help`} data-tone={wrong === "" ? undefined : "bad"}>
          {said}
        </small>
      )}
    </span>
  );
}

/** One of several values, each with its words. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <span className={styles["part"]}>
      <label htmlFor={id} className="caption">
        {label}
      </label>
      <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <Options of={Object.entries(options)} value={([key]) => key} label={([, text]) => text} />
      </Select>
    </span>
  );
}
