import { useState } from "react";
import { Button } from "./button.tsx";
import { Options, Select } from "./select.tsx";

interface SelectButtonProps<Value extends string> {
  readonly label: string;
  /** What is done with the choice. */
  readonly button: string;
  /** Without any, nothing is shown. */
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onPress: (value: Value) => void;
}

/** A choice, and the button that acts on it. The choice alone does nothing: arrow keys make one at each press. */
export function SelectButton<Value extends string>({ label, button, options, onPress }: SelectButtonProps<Value>) {
  const [chosen, setChosen] = useState<string>();
  const option = options.find(({ value }) => value === chosen) ?? options[0];
  if (option === undefined) return null;
  return (
    <span className="inline note">
      <label className="line">
        {label}
        <Select value={option.value} onChange={({ target }) => setChosen(target.value)}>
          <Options of={options} value={({ value }) => value} label={({ label }) => label} />
        </Select>
      </label>
      <Button onClick={() => onPress(option.value)}>{button}</Button>
    </span>
  );
}
