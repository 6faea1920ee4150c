import { useState } from "react";
import { figureTexts, subjectOf } from "../../conformance/checks/describe.ts";
import { type Expectation, figureNames, figures } from "../../conformance/checks/expectation.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { focusNeighbour } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./checks.module.css";
import { Choice, DraftText, Text } from "./expectation-fields.tsx";
import { checksMessages } from "./messages/index.ts";

interface RowProps {
  readonly expectation: Expectation;
  readonly onChange: (expectation: Expectation) => void;
  readonly onRemove: () => void;
}

const toNextRow = focusNeighbour((rest) => rest.nextElementSibling?.querySelector("select"));

/** One expectation, with a field for each of its parts. */
export function ExpectationRow({ expectation, onChange, onRemove }: RowProps) {
  const { messages, language } = useTexts(checksMessages);
  const subject = subjectOf(expectation, language);
  return (
    <li ref={toNextRow}>
      <fieldset>
        <legend>{subject}</legend>
        <Parts expectation={expectation} onChange={onChange} />
      </fieldset>
      <IconButton icon="close" label={messages.editor.remove(subject)} onClick={onRemove} />
    </li>
  );
}

function Parts({ expectation, onChange }: Omit<RowProps, "onRemove">) {
  const { messages, language } = useTexts(checksMessages);
  switch (expectation.kind) {
    case "status":
      return <Limits unit="" expectation={expectation} onChange={(limits) => onChange(statusOf(limits))} />;
    case "error": {
      const { field, is, contains } = expectation;
      const how = contains === undefined ? "is" : "contains";
      const write = (next: string, value: string): void =>
        onChange({ kind: "error", field, ...(next === "contains" ? { contains: value } : { is: value }) });
      return (
        <>
          <Choice
            label={messages.editor.field}
            value={field}
            options={{ type: "type", param: "param", code: "code", message: "message" }}
            onChange={(name) => onChange({ ...expectation, field: fieldOf(name) })}
          />
          <Choice
            label={messages.editor.how}
            value={how}
            options={{ is: messages.editor.is, contains: messages.editor.contains }}
            onChange={(next) => write(next, is ?? contains ?? "")}
          />
          <Text label={messages.editor[how]} value={is ?? contains ?? ""} onChange={(value) => write(how, value)} />
        </>
      );
    }
    case "codec":
      return (
        <DraftText
          label={messages.editor.codecs}
          value={expectation.is.join(", ")}
          onChange={(text) => {
            const is = text.split(/[,，]/).map((each) => each.trim());
            onChange({ ...expectation, is: is.filter((each) => each !== "") });
          }}
        />
      );
    case "figure": {
      const names = Object.fromEntries(figureNames.map((name) => [name, figureTexts[name][language]]));
      return (
        <>
          <Choice
            label={messages.editor.of}
            value={expectation.of}
            options={names}
            onChange={(name) =>
              onChange({ ...expectation, of: figureNames.find((each) => each === name) ?? "duration" })
            }
          />
          <Limits
            unit={figures[expectation.of]}
            expectation={expectation}
            onChange={(limits) => onChange({ kind: "figure", of: expectation.of, ...limits })}
          />
        </>
      );
    }
    case "times": {
      const value = expectation.granularity ?? "any";
      return (
        <Choice
          label={messages.editor.granularity}
          value={value}
          options={messages.editor.granularities}
          onChange={(next) =>
            onChange({ kind: "times", ...(next === "word" || next === "sentence" ? { granularity: next } : {}) })
          }
        />
      );
    }
    case "task":
      return (
        <Text label={messages.editor.is} value={expectation.is} onChange={(is) => onChange({ ...expectation, is })} />
      );
    case "frames":
      return (
        <Text
          label={messages.editor.order}
          help={messages.editor.orderHelp}
          value={expectation.is}
          onChange={(is) => onChange({ ...expectation, is })}
        />
      );
    case "header":
    case "json":
      return <Place expectation={expectation} onChange={onChange} />;
    default:
      return null;
  }
}

type Placed = Extract<Expectation, { kind: "header" | "json" }>;

function Place({ expectation, onChange }: { readonly expectation: Placed; readonly onChange: RowProps["onChange"] }) {
  const { messages } = useTexts(checksMessages);
  const isHeader = expectation.kind === "header";
  const where = isHeader ? expectation.name : expectation.path;
  const { is, matches, absent } = expectation;
  // A way that has no value yet can't be seen in the expectation itself.
  const [chosen, setChosen] = useState<string>();
  const said = absent === true ? "absent" : matches !== undefined ? "matches" : is !== undefined ? "is" : undefined;
  const how = said ?? (chosen === "matches" ? "matches" : "is");
  const value = matches ?? (is === undefined ? "" : String(is));
  const write = (place: string, next: string, text: string): void => {
    const rest =
      next === "absent" ? { absent: true as const } : next === "matches" && text !== "" ? { matches: text } : {};
    const value = next === "is" && text !== "" ? text : undefined;
    if (isHeader) {
      onChange({ kind: "header", name: place.toLowerCase(), ...rest, ...(value === undefined ? {} : { is: value }) });
    } else onChange({ kind: "json", path: place, ...rest, ...(value === undefined ? {} : { is: scalarOf(value) }) });
  };
  return (
    <>
      <Text
        label={isHeader ? messages.editor.nameOf : messages.editor.path}
        value={where}
        onChange={(place) => write(place, how, value)}
      />
      <Choice
        label={messages.editor.how}
        value={how}
        options={{ is: messages.editor.is, matches: messages.editor.matches, absent: messages.editor.absent }}
        onChange={(next) => {
          setChosen(next);
          write(where, next, value);
        }}
      />
      {how !== "absent" && (
        <DraftText key={how} label={messages.editor[how]} value={value} onChange={(text) => write(where, how, text)} />
      )}
    </>
  );
}

/** What is meant by a typed value: a number, true, false, null, else the text itself. */
function scalarOf(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "number" || typeof value === "boolean" || value === null ? value : text;
  } catch {
    return text;
  }
}

interface LimitValues {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

function statusOf({ least, most }: LimitValues): Expectation {
  return { kind: "status", least: least ?? 0, most: most ?? 599 };
}

function fieldOf(name: string): "type" | "param" | "code" | "message" {
  return name === "type" || name === "param" || name === "message" ? name : "code";
}

function Limits({
  unit,
  expectation,
  onChange,
}: {
  readonly unit: string;
  readonly expectation: LimitValues;
  readonly onChange: (limits: LimitValues) => void;
}) {
  const { messages } = useTexts(checksMessages);
  const { least, most } = expectation;
  const limits = (next: LimitValues): LimitValues => ({
    ...(next.least === undefined ? {} : { least: next.least }),
    ...(next.most === undefined ? {} : { most: next.most }),
  });
  const numberOf = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text));
  return (
    <>
      <Text
        label={messages.editor.least}
        kind="number"
        value={least === undefined ? "" : String(least)}
        onChange={(text) => onChange(limits({ least: numberOf(text), most }))}
      />
      <Text
        label={messages.editor.most}
        kind="number"
        value={most === undefined ? "" : String(most)}
        wrong={least !== undefined && most !== undefined && least > most ? messages.editor.never : ""}
        onChange={(text) => onChange(limits({ least, most: numberOf(text) }))}
      />
      {unit !== "" && <span className={styles["unit"]}>{unit}</span>}
    </>
  );
}
