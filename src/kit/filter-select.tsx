import { Options, Select } from "./select.tsx";

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** What stands there while nothing is chosen. */
  readonly any?: string;
  /** Without any, nothing is shown. */
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value | undefined;
  readonly className: string | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** Narrows a list by one of several values, or by none. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, any = label, options, value, className, onChange } = props;
  if (options.length === 0) return null;
  return (
    <Select
      aria-label={label}
      className={className}
      data-set={value !== undefined || undefined}
      value={value ?? ""}
      onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
    >
      <option value="">{any}</option>
      <Options of={options} value={(option) => option.value} label={({ name }) => name} />
    </Select>
  );
}
