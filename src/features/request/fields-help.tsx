import { undocumented } from "../../contract/language.ts";
import type { FieldDescriptor, Mode, ModelDescriptor } from "../../contract/model.ts";
import { placeNames } from "../../contract/placing.ts";
import { defaultOf } from "../../contract/resolve.ts";
import type { Endpoint } from "../../contract/routes.ts";
import { applies, textLimit } from "../../contract/validate.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { type RequestTexts, requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

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
  const texts = useTexts(requestMessages);
  const { messages, page } = texts;
  const fields = model.fields.filter((field) => applies(field, mode, endpoint));
  return (
    <details className={styles["help"]}>
      <summary>{`${messages.byHand.fields}${page.between.colon}${model.id} · ${page.mode.lower[mode]}`}</summary>
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

function ruleOf(field: FieldDescriptor, model: ModelDescriptor, mode: Mode, { messages }: RequestTexts): string {
  const fallback = defaultOf(field);
  const required = field.required === true ? messages.byHand.required : undefined;
  const standard = fallback === undefined ? undefined : messages.byHand.default(JSON.stringify(fallback));
  return [takes(), required, standard].filter((part) => part !== undefined).join(" · ");

  function takes(): string | undefined {
    switch (field.kind) {
      case "text": {
        const limit = textLimit(model, mode);
        return limit === undefined ? undefined : messages.byHand.limit(limit);
      }
      case "voice":
        return messages.byHand.anyVoice;
      case "reference":
        return messages.byHand.address;
      case "boolean":
        return messages.byHand.truth;
      case "number":
        return field.range === undocumented
          ? messages.byHand.anyNumber
          : messages.byHand.range2(String(field.range.minimum), String(field.range.maximum));
      case "choice": {
        const options = field.options.filter(({ modes }) => modes?.includes(mode) ?? true);
        const names = options.map(({ value }) => JSON.stringify(value));
        return [...names, ...(field.open === true ? [messages.byHand.orOther] : [])].join(", ");
      }
    }
  }
}
