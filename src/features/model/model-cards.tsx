import { useId } from "react";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { ModelList } from "../../contract/model-list.ts";
import { models } from "../../contract/models/index.ts";
import { listingOf, otherModels } from "../../core/page/connection.ts";
import { troubleText } from "../../core/page/owner.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import {
  type Texts,
  useConfig,
  useGate,
  useModelList,
  useSettings,
  useTexts,
  useTrouble,
} from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import styles from "./models.module.css";

/** The models, each with what it is for and what the service's list says about it. Every one can be chosen. */
export function ModelCards() {
  const { t } = useTexts();
  const id = useId();
  return (
    <section className={styles["models"]}>
      <div role="radiogroup" aria-label={t.models.label} className={styles["cards"]}>
        {models.map((model) => (
          <ModelCard key={model.id} model={model} group={id} />
        ))}
      </div>
      <ListNote />
      <OtherModels />
    </section>
  );
}

function ModelCard({ model, group }: { readonly model: ModelDescriptor; readonly group: string }) {
  const { t, of } = useTexts();
  const { model: chosen } = usePlan();
  const setModel = useSettings((settings) => settings.setModel);
  const service = useConfig().data?.service;
  const query = useModelList();
  const standing = listingOf(query.data, model.id);
  const notListed = standing === "unlisted";
  const id = `${group}-${model.id}`;
  const card = (
    <label className={styles["card"]}>
      <input
        type="radio"
        className="covering"
        name={group}
        value={model.id}
        checked={model.id === chosen.id}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about`}
        onChange={() => setModel(model.id)}
      />
      <span className={styles["name"]} id={`${id}-name`}>
        {model.label}
      </span>
      <span className={styles["about"]} id={`${id}-about`}>
        <span className={styles["summary"]}>{of(model.summary)}</span>
        <span
          className={styles["badge"]}
          data-unsure={(service === undefined && model.embeddedBadge !== undefined) || undefined}
        >
          {/* Before the service is known, it keeps the room of the one that most visitors have. */}
          {of((service === "remote" ? undefined : model.embeddedBadge) ?? model.badge)}
        </span>
        {notListed && (
          <span className={styles["badge"]} data-tone="warn">
            {t.models.notListed}
          </span>
        )}
        {standing === "unknown" && !query.isPending && (
          <span className={styles["badge"]} data-tone="quiet">
            {t.models.unsure}
          </span>
        )}
      </span>
    </label>
  );
  return notListed ? <Hint text={t.models.notListedHelp}>{card}</Hint> : card;
}

/** The state of the model list, where it is anything but a list. */
function ListNote() {
  const texts = useTexts();
  const query = useModelList();
  const gate = useGate();
  const trouble = useTrouble();
  const { t } = texts;
  // While it is asked for, the header says so: a line that comes and goes here would move everything below.
  if (query.isPending || gate !== undefined) return null;
  const text =
    trouble !== undefined && query.isError
      ? troubleText(t, trouble)
      : query.data === undefined
        ? t.models.unknown
        : describeList(query.data, texts);
  if (text === undefined) return null;
  return (
    <p className={styles["note"]} data-tone="warn" role="status">
      {text}{" "}
      <Button look="link" onClick={() => query.refetch()} disabled={query.isFetching}>
        {t.models.retry}
      </Button>
    </p>
  );
}

/** What else the list names: language models, which are nothing to choose here but are worth knowing of. */
function OtherModels() {
  const { t } = useTexts();
  const ids = otherModels(useModelList().data);
  if (ids.length === 0) return null;
  return (
    <details className={styles["others"]}>
      <summary>{t.models.others(ids.length)}</summary>
      <p>{t.models.othersHelp}</p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeList(list: ModelList, { t }: Texts): string | undefined {
  switch (list.kind) {
    case "listed":
      return list.repeated === undefined ? undefined : t.models.repeated(list.repeated.join(", "));
    default:
      return t.models[list.kind];
  }
}
