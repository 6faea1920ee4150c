import type { FieldDescriptor, FieldValue, ModelDescriptor } from "../../contract/model.ts";
import { restingValue } from "../../core/submit/derive-form.ts";
import { describeValue } from "../../core/takes/describe-values.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Check } from "../../kit/check.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { SelectButton } from "../../kit/select-button.tsx";
import styles from "./batch.module.css";
import { type DraftProblem, type ModelDraft, variableFields } from "./draft.ts";
import { batchMessages } from "./messages/index.ts";
import { mostValues } from "./parse-values.ts";

const toAdding = focusAfter((rest) => rest.closest("section")?.querySelector("select"));

/** The fields that a batch varies, each with its values: numbers and ranges as text, everything else by choice. */
export function FieldsChoice({
  model,
  fields,
  problems,
  onChange,
}: {
  readonly model: ModelDescriptor;
  readonly fields: ModelDraft["fields"];
  readonly problems: readonly DraftProblem[];
  readonly onChange: (fields: ModelDraft["fields"]) => void;
}) {
  const { messages, page, of } = useHistoryTexts(batchMessages);
  const all = variableFields(model);
  const varied = all.filter(({ key }) => fields[key] !== undefined);
  const others = all.filter(({ key }) => fields[key] === undefined);
  return (
    <section className="stack close" aria-label={messages.fields}>
      <h3 className="heading">{messages.fields}</h3>
      {varied.map((field) => {
        const problem = problems.find((each) => each.field === field);
        const label = of(field.label);
        return (
          <div key={field.key} ref={toAdding} className={styles["field"]}>
            <span>{label}</span>
            <Values
              field={field}
              model={model}
              chosen={fields[field.key] ?? ""}
              onChange={(chosen) => onChange({ ...fields, [field.key]: chosen })}
            />
            <IconButton
              icon="close"
              size={0.875}
              label={messages.removeField(label)}
              onClick={() => {
                const { [field.key]: _, ...rest } = fields;
                onChange(rest);
              }}
            />
            {problem !== undefined && problem.wrong.length > 0 && (
              <p className={styles["problem"]} data-tone="bad">
                {messages.unread(label, problem.wrong.join(page.between.list))}
              </p>
            )}
            {problem !== undefined && problem.tooMany.length > 0 && (
              <p className={styles["problem"]} data-tone="bad">
                {messages.tooManyValues(label, problem.tooMany.join(page.between.list), mostValues)}
              </p>
            )}
          </div>
        );
      })}
      <SelectButton
        label={messages.addField}
        button={messages.addNow}
        options={others.map(({ key, label }) => ({ value: key, label: of(label) }))}
        onPress={(key) => {
          const field = others.find((each) => each.key === key);
          if (field !== undefined) onChange({ ...fields, [key]: firstValues(field) });
        }}
      />
    </section>
  );
}

/** What stands there first: the value that changes nothing, for numbers; nothing, for a choice. */
function firstValues(field: FieldDescriptor): string | readonly FieldValue[] {
  if (field.kind === "number") return String(restingValue(field) ?? "");
  return field.kind === "choice" || field.kind === "boolean" ? [] : "";
}

function Values({
  field,
  model,
  chosen,
  onChange,
}: {
  readonly field: FieldDescriptor;
  readonly model: ModelDescriptor;
  readonly chosen: string | readonly FieldValue[];
  readonly onChange: (chosen: string | readonly FieldValue[]) => void;
}) {
  const texts = useHistoryTexts(batchMessages);
  const { messages, of } = texts;
  const options: readonly FieldValue[] =
    field.kind === "choice" ? field.options.map(({ value }) => value) : field.kind === "boolean" ? [true, false] : [];
  if (typeof chosen === "string") {
    return (
      <input
        aria-label={of(field.label)}
        placeholder={field.kind === "number" ? messages.numbersHint : ""}
        value={chosen}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <fieldset className="inline" aria-label={of(field.label)}>
      {options.map((value) => (
        <Check
          key={String(value)}
          checked={chosen.includes(value)}
          onChange={() => onChange(options.filter((each) => chosen.includes(each) !== (each === value)))}
        >
          {describeValue(model, field.key, value, texts)}
        </Check>
      ))}
    </fieldset>
  );
}
