import { useId } from "react";
import type { Engines } from "../../contract/engines.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { ModelList } from "../../contract/model-list.ts";
import { models } from "../../contract/models/index.ts";
import { listingOf, otherModels } from "../../core/page/connection.ts";
import { refusedKeyText, troubleText } from "../../core/page/owner.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import {
  type Texts,
  useConfig,
  useGate,
  useModelList,
  usePlayground,
  useTexts,
  useTrouble,
} from "../../core/page/playground-context.ts";
import { cloningIn, shortEngineName } from "../../core/voices/natural-voices.ts";
import { languageNames } from "../../core/voices/voice-names.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Hint } from "../../kit/hint.tsx";
import { Status } from "../../kit/status.tsx";
import styles from "./models.module.css";

/** The models, each with what it is for and what the service's list says about it. Every one can be chosen. */
export function ModelCards() {
  const { page } = useTexts();
  const id = useId();
  return (
    <section className={styles["models"]} data-field="model">
      <div role="radiogroup" aria-label={page.models.label} className="stack">
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
  const texts = useTexts();
  const { page, of } = texts;
  const { model: chosen } = usePlan();
  const { settings } = usePlayground();
  const { service, engines } = useConfig().data ?? {};
  const query = useModelList();
  const standing = listingOf(query.data, model.id);
  const notListed = standing === "unlisted";
  const id = `${group}-${model.id}`;
  return (
    <Hint text={notListed ? page.models.notListedHelp : undefined}>
      <label className={styles["card"]}>
        <input
          type="radio"
          className="covering"
          name={group}
          value={model.id}
          checked={model.id === chosen.id}
          aria-labelledby={`${id}-name`}
          aria-describedby={notListed ? `${id}-about ${id}-help` : `${id}-about`}
          onChange={() => settings.setState({ model: model.id })}
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
            {service === "remote" || model.embeddedBadge === undefined
              ? of(model.badge)
              : (clonedBadge(model, engines, texts) ?? of(model.embeddedBadge))}
          </span>
          {notListed && (
            <span className={styles["badge"]} data-tone="warn">
              {page.models.notListed}
              <span id={`${id}-help`} hidden>
                {page.models.notListedHelp}
              </span>
            </span>
          )}
          {standing === "unknown" && !query.isPending && (
            <span className={styles["badge"]} data-tone="quiet">
              {page.models.unsure}
            </span>
          )}
        </span>
      </label>
    </Hint>
  );
}

/** What of a model's badge is so while the embedded service clones voices; undefined while it doesn't. */
function clonedBadge(
  { badge }: ModelDescriptor,
  told: Engines | undefined,
  { page, of, language, numbers }: Texts,
): string | undefined {
  const { languages, engines } = cloningIn(told);
  if (languages.length === 0) return undefined;
  const names = numbers.list(languageNames(languages, language));
  return page.models.cloning(of(badge), names, numbers.list(engines.map(shortEngineName)));
}

const toChosenModel = focusAfter((rest) => rest.closest("[data-field=model]")?.querySelector("input:checked"));

/** The state of the model list, where it is anything but a list. */
function ListNote() {
  const texts = useTexts();
  const query = useModelList();
  const gate = useGate();
  const trouble = useTrouble();
  const { page } = texts;
  // While it is asked for, the header says so: a line that comes and goes here would move everything below.
  const isQuiet = query.isPending || gate !== undefined;
  const text =
    trouble !== undefined && query.isError
      ? troubleText(page, trouble)
      : query.data === undefined
        ? page.models.unknown
        : describeList(query.data, texts);
  return (
    <Status className={styles["note"]} data-tone="warn">
      {!isQuiet && text !== undefined && (
        <>
          {text}{" "}
          <Button ref={toChosenModel} look="link" off={query.isFetching} onClick={() => query.refetch()}>
            {page.models.retry}
          </Button>
        </>
      )}
    </Status>
  );
}

/** What else the list names: language models, which are nothing to choose here but are worth knowing of. */
function OtherModels() {
  const { page } = useTexts();
  const ids = otherModels(useModelList().data);
  if (ids.length === 0) return null;
  return (
    <details className={styles["others"]}>
      <summary>{page.models.others(ids.length)}</summary>
      <p>{page.models.othersHelp}</p>
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

function describeList(list: ModelList, { page }: Texts): string | undefined {
  switch (list.kind) {
    case "listed":
      return list.repeated === undefined ? undefined : page.models.repeated(list.repeated.join(page.between.list));
    case "unauthorised":
      return refusedKeyText(page);
    default:
      return page.models[list.kind];
  }
}
