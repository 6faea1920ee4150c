import { useId } from "react";
import { useTexts } from "../../core/page/playground-context.ts";
import { Options, Select } from "../../kit/select.tsx";
import { requestMessages } from "./messages/index.ts";

/** Which of the requests is looked at in which a script is sent, from 0; nothing where it is one. */
export function PartSelect({
  part,
  count,
  onPart,
}: {
  readonly part: number;
  readonly count: number;
  readonly onPart: (part: number) => void;
}) {
  const { messages } = useTexts(requestMessages);
  const id = useId();
  if (count < 2) return null;
  return (
    <span className="line">
      <label className="note" htmlFor={id}>
        {messages.part.label}
      </label>
      <Select id={id} value={part} onChange={({ target }) => onPart(Number(target.value))}>
        <Options
          of={Array.from({ length: count }, (_, index) => index)}
          label={(index) => messages.part.of(index + 1, count)}
        />
      </Select>
    </span>
  );
}
