import { undocumented } from "../../contract/language.ts";
import type { FieldDescriptor, Mode, ModelDescriptor } from "../../contract/model.ts";
import { placeNames } from "../../contract/placing.ts";
import { defaultOf } from "../../contract/resolve.ts";
import type { Endpoint } from "../../contract/routes.ts";
import { applies, textLimit } from "../../contract/validate.ts";
import styles from "./request.module.css";
import { type RequestTexts, useRequestTexts } from "./use-request.ts";

/** The fields that the document knows for a model and mode: their names, what they take, what holds without them. */
export function FieldsHelp({
  model,
  mode,
  endpoint,
}: {
  readonly model: ModelDescriptor;
  readonly mode: Mode;
  readonly endpoint: Endpoint;
}) {
  const texts = useRequestTexts();
  const { q, t } = texts;
  const fields = model.fields.filter((field) => applies(field, mode, endpoint));
  return (
    <details className={styles["help"]}>
      <summary>{`${q.byHand.fields}${t.between.colon}${model.id} · ${t.mode.lower[mode]}`}</summary>
      <dl>
        {fields.map((field) => (
          <div key={field.key}>
            <dt>
              {namesOf(field, endpoint).map((name) => (
                <code key={name}>{name}</code>
              ))}
            </dt>
            <dd>{ruleOf(field, model, mode, texts)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function namesOf(field: FieldDescriptor, endpoint: Endpoint): readonly string[] {
  return endpoint === "websocket" ? [field.websocketName ?? field.key] : placeNames(field);
}

function ruleOf(field: FieldDescriptor, model: ModelDescriptor, mode: Mode, { q }: RequestTexts): string {
  const fallback = defaultOf(field);
  const required = field.required === true ? q.byHand.required : undefined;
  const standard = fallback === undefined ? undefined : q.byHand.default(JSON.stringify(fallback));
  return [takes(), required, standard].filter((part) => part !== undefined).join(" · ");

  function takes(): string | undefined {
    switch (field.kind) {
      case "text": {
        const limit = textLimit(model, mode);
        return limit === undefined ? undefined : q.byHand.limit(limit);
      }
      case "voice":
        return q.byHand.anyVoice;
      case "reference":
        return q.byHand.address;
      case "boolean":
        return q.byHand.truth;
      case "number":
        return field.range === undocumented
          ? q.byHand.anyNumber
          : q.byHand.range2(String(field.range.minimum), String(field.range.maximum));
      case "choice": {
        const options = field.options.filter(({ modes }) => modes?.includes(mode) ?? true);
        const names = options.map(({ value }) => JSON.stringify(value));
        return [...names, ...(field.open === true ? [q.byHand.orOther] : [])].join(", ");
      }
    }
  }
}
