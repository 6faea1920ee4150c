import { useId } from "react";
import { type FieldDescriptor, placements } from "../../../contract/model.ts";
import { isPlaced, placeable, placeKey, placementKey, placeNames, wonPlaces } from "../../../contract/placing.ts";
import { referenceMessages } from "../../../core/fields/messages/index.ts";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { deriveRequest } from "../../../core/submit/derive.ts";
import { nameOf } from "../../../core/submit/derive-form.ts";
import { Icon } from "../../../kit/icon.tsx";
import { optionsOf, Segmented } from "../../../kit/segmented.tsx";
import { Options, Select } from "../../../kit/select.tsx";
import styles from "./emotion.module.css";

/** Where fields are written that may stand in several places: folded, for those who check a service. */
export default function Places() {
  const { messages, of } = useTexts(referenceMessages);
  const { model, fields, placing } = usePlan();
  const { values, setValue } = useSettings((all) => ({ values: all.values[model.id], setValue: all.setValue }));
  const all = placeable(model);
  const single = all.filter((field) => !isPlaced(field));
  const placed = fields.map(({ field }) => field).filter(isPlaced);
  const surprised = placed.find((field) => field.kind === "number" && field.numericStrings !== undefined);
  const placement = placing.placement ?? "top_level";
  return (
    <details className={styles["advanced"]}>
      <summary>
        <Icon name="chevron" size={0.875} />
        <span>{messages.advanced}</span> <span>{messages.places}</span>
      </summary>
      <p className={styles["note"]}>{messages.placesNote}</p>
      {single.map((field) => (
        <PlaceSelect
          key={field.key}
          label={of(field.label)}
          field={field}
          first={nameOf(field, "speech")}
          value={placing.places?.[field.key]}
        />
      ))}
      <div className={styles["placement"]}>
        <span aria-hidden="true">{messages.emotionPlace}</span>
        <Segmented
          label={messages.emotionPlace}
          value={placement}
          onChange={(next) => setValue(model.id, placementKey, next === "top_level" ? undefined : next)}
          options={optionsOf(placements, messages.placements)}
        />
      </div>
      <details className="folds">
        <summary>
          <Icon name="chevron" size={0.75} />
          {messages.eachField}
        </summary>
        {placed.map((field) => (
          <PlaceSelect
            key={field.key}
            label={field.key}
            code
            field={field}
            empty={messages.asGroup(messages.placements[placement])}
            value={placing.places?.[field.key]}
          />
        ))}
      </details>
      {surprised !== undefined && (
        <div className={styles["placement"]}>
          <code aria-hidden="true">{messages.surprisedSent}</code>
          <Segmented
            label={messages.surprisedSent}
            value={sentAs(values?.[surprised.key])}
            onChange={(next) => setValue(model.id, surprised.key, surprisedValues[next])}
            options={optionsOf(surprisedOrder, messages.surprisedChoices)}
          />
        </div>
      )}
      <Effective />
    </details>
  );
}

const surprisedOrder = ["none", "number", "text"] as const;
const surprisedValues = { none: undefined, number: 0, text: "0" } as const;

function sentAs(value: unknown): (typeof surprisedOrder)[number] {
  return value === undefined ? "none" : typeof value === "string" ? "text" : "number";
}

interface PlaceSelectProps {
  readonly label: string;
  /** Whether the label is a name in the request. */
  readonly code?: true;
  readonly field: FieldDescriptor;
  /** The place that holds while none is chosen, where it is one of the list. */
  readonly first?: string;
  /** What stands for none, where that isn't one of the list. */
  readonly empty?: string;
  readonly value: string | undefined;
}

function PlaceSelect({ label, code, field, first, empty, value }: PlaceSelectProps) {
  const { model } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const id = useId();
  return (
    <div className={styles["placement"]}>
      <label htmlFor={id}>{code === true ? <code>{label}</code> : label}</label>
      <Select
        id={id}
        className={styles["choice"]}
        value={value ?? first ?? ""}
        onChange={({ target }) => {
          const next = target.value === first || target.value === "" ? undefined : target.value;
          setValue(model.id, placeKey(field), next);
        }}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        <Options of={placeNames(field)} />
      </Select>
    </div>
  );
}

/**
 * What a service reads from the request as it stands, and from where. The script itself stands above, so it isn't
 * repeated.
 */
function Effective() {
  const { messages } = useTexts(referenceMessages);
  const plan = usePlan();
  const { body, endpoint } = deriveRequest(plan, "…");
  return (
    <p className={styles["effective"]} aria-live="polite">
      <span>{messages.wins}</span>{" "}
      {wonPlaces(plan.model, body, endpoint).map(({ field, place, value }) => (
        <code key={place}>{field.kind === "text" ? place : `${place} = ${JSON.stringify(value)}`}</code>
      ))}
    </p>
  );
}
