import { useDeferredValue, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ModelDescriptor } from "../../contract/model.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useScript, useSettings } from "../../core/page/playground-context.ts";
import { useUnlistedQuestion } from "../../core/submit/use-unlisted-question.tsx";
import { ConfirmDialog, type Question } from "../../core/takes/confirm-dialog.tsx";
import { describeWay } from "../../core/takes/describe-values.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { describeGuess, ReadAs } from "../../core/text/guessed-encoding.tsx";
import { usablePronunciations } from "../../core/text/pronunciations.ts";
import { type ReadText, readTextFile, type TextEncoding } from "../../core/text/text-file.ts";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { FileButton } from "../../kit/file-button.tsx";
import { focusAfter, toShownView } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./batch.module.css";
import { batchesOf } from "./batches.ts";
import { countProblems, describeBatchPrice } from "./describe-cell.ts";
import { mostCells, parallels } from "./design.ts";
import { type BatchDraft, designOf, draftOf, type ModelDraft, type Way, waysOf } from "./draft.ts";
import { FieldsChoice } from "./fields-choice.tsx";
import { batchMessages } from "./messages/index.ts";
import { divisions } from "./parse-values.ts";
import { countCombinations, planBatch } from "./plan-batch.ts";
import { VoicesChoice } from "./voices-choice.tsx";

const toTexts = focusAfter((rest) => rest.closest("section")?.querySelector("textarea"));

/**
 * Where a batch is put together: what it sends, what it leaves out and what it costs stands below before anything
 * leaves.
 */
export function Planner() {
  const texts = useHistoryTexts(batchMessages);
  const { messages, numbers, multiplier, language } = texts;
  const playground = usePlayground();
  const plan = usePlan();
  const script = useScript();
  const { model } = plan;
  const values = useSettings((settings) => settings.values[model.id]);
  const pronunciations = useSettings((settings) => usablePronunciations(settings.pronunciations));
  const followsDirections = useSettings((settings) => settings.followsDirections);
  const config = useConfig().data;
  const embedded = config?.service === "embedded";
  const store = draftOf(playground);
  const draft = useStore(store);
  const [question, setQuestion] = useState<Question>();
  const unlisted = useUnlistedQuestion();
  const [unreadable, setUnreadable] = useState<string>();
  /** What was read of a file, and what that took the place of. */
  const [opened, setOpened] = useState<{
    readonly file: File;
    readonly read: Extract<ReadText, { readonly ok: true }>;
    readonly before: string | undefined;
  }>();
  // Once somebody wrote something else, taking it back or reading it anew would take that with it.
  const replaced = opened?.read.text === draft.texts ? opened : undefined;
  const guess = replaced === undefined ? "" : describeGuess(replaced.read, language);

  const mine = draft.models[model.id] ?? firstDraft();
  const written = useDeferredValue(draft.texts ?? script);
  const { division } = draft;
  const { design: drafted, problems } = useMemo(
    () => designOf({ division }, written, mine, model, values ?? {}),
    [division, written, mine, model, values],
  );
  const design = useMemo(
    () => ({
      ...drafted,
      pronunciations: [...pronunciations],
      ...(followsDirections ? {} : { followsDirections }),
    }),
    [drafted, pronunciations, followsDirections],
  );
  const count = countCombinations(design);
  const tooMany = count > mostCells;
  const planned = useMemo(
    () => (tooMany ? undefined : planBatch(design, "en", multiplier)),
    [design, tooMany, multiplier],
  );
  const price = planned === undefined ? "" : describeBatchPrice(planned.price, embedded, texts);
  const sent = planned?.allowed.length ?? 0;

  /** A batch of what the page would send now. */
  function firstDraft(): ModelDraft {
    const voice = plan.fields.find(({ field }) => field.group === "voice")?.value;
    const way = { mode: plan.mode, transport: plan.transport };
    return { voices: typeof voice === "string" && voice !== "" ? [voice] : [], ways: [way], fields: {} };
  }

  const change = (next: Partial<BatchDraft>) => store.setState(next);
  const changeModel = (next: Partial<ModelDraft>) =>
    store.setState({ models: { ...store.getState().models, [model.id]: { ...mine, ...next } } });

  async function openFile(file: File, as?: TextEncoding): Promise<void> {
    const read = await readTextFile(file, as);
    setUnreadable(read.ok ? undefined : messages.unreadable(file.name));
    if (!read.ok) return;
    setOpened({ file, read, before: as === undefined ? store.getState().texts : replaced?.before });
    change({ texts: read.text });
  }

  function make(): void {
    if (planned === undefined || sent === 0) return;
    const act = (): void => {
      const batches = batchesOf(playground).getState();
      const indexes = planned.allowed.map(({ index }) => index);
      const id = batches.create(design, indexes, draft.parallel, config?.name);
      batches.start(id);
    };
    if (embedded && planned.price.seconds === 0) act();
    else {
      const title = messages.askTitle(sent, config?.services && config.name);
      setQuestion({ title, text: <p>{messages.askText(price)}</p>, confirm: messages.make, act });
    }
  }

  return (
    <div ref={toShownView} className={styles["planner"]}>
      <p className="note">{messages.about}</p>
      <div className={styles["axes"]}>
        <section className="stack close" aria-label={messages.texts}>
          <div className={styles["axisHead"]}>
            <h3 className="heading">{messages.texts}</h3>
            <Segmented
              small
              label={messages.division}
              value={division}
              options={optionsOf(divisions, messages.divisions)}
              onChange={(value) => change({ division: value })}
            />
          </div>
          <textarea
            aria-label={messages.texts}
            className={styles["texts"]}
            value={draft.texts ?? script}
            rows={6}
            spellCheck={false}
            onChange={(event) => change({ texts: event.target.value })}
          />
          <div className={styles["axisHead"]}>
            <FileButton
              look="quiet"
              label={messages.openFile}
              accept=".txt,.text,.md,text/*"
              onFiles={([file]) => file && openFile(file)}
            >
              <Icon name="file" size={1} />
              {messages.openFile}
            </FileButton>
            <span role="status">
              {unreadable ?? [messages.textCount(design.texts.length), guess].filter(Boolean).join(" · ")}
            </span>
            {replaced !== undefined && (
              <ReadAs others={replaced.read.others} onChoose={(encoding) => openFile(replaced.file, encoding)} />
            )}
            {replaced !== undefined && (
              <Button ref={toTexts} look="quiet" onClick={() => change({ texts: replaced.before })}>
                <Icon name="undo" size={1} />
                {texts.takes.undo}
              </Button>
            )}
          </div>
        </section>
        <div className={styles["column"]}>
          <VoicesChoice model={model} voices={mine.voices} onChange={(voices) => changeModel({ voices })} />
          <WaysChoice model={model} ways={mine.ways} onChange={(ways) => changeModel({ ways })} />
        </div>
        <FieldsChoice
          model={model}
          fields={mine.fields}
          problems={problems}
          onChange={(fields) => changeModel({ fields })}
        />
      </div>
      <div className={styles["verdict"]}>
        <div role="status" className={styles["sum"]}>
          {tooMany ? (
            <p data-tone="bad">{messages.tooMany(count, mostCells)}</p>
          ) : problems.length > 0 ? (
            <p data-tone="bad">{messages.mendFirst}</p>
          ) : count === 0 ? (
            <p>{messages.nothing}</p>
          ) : (
            <p>
              <b>{messages.summary(sent)}</b>
              {price !== "" && ` · ${price}`}
            </p>
          )}
          {planned !== undefined && planned.refused.length > 0 && (
            <>
              <p data-tone="warn">{messages.leftOut(planned.refused.length)}</p>
              <ul>
                {countProblems(model, planned.refused, texts).map(([reason, concerned]) => (
                  <li key={reason}>
                    {reason} ({numbers.integer(concerned)})
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <label className="line">
          <span className="note">{messages.parallel}</span>
          <Select value={draft.parallel} onChange={(event) => change({ parallel: Number(event.target.value) })}>
            <Options of={parallels} label={numbers.integer} />
          </Select>
        </label>
        <Button
          look="main"
          size="large"
          disabled={sent === 0 || problems.length > 0}
          onClick={() => unlisted.whereAgreed([model], make)}
        >
          {messages.make}
        </Button>
      </div>
      {unlisted.question}
      {question !== undefined && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}

/** The modes of a batch, each with its transports. */
function WaysChoice({
  model,
  ways,
  onChange,
}: {
  readonly model: ModelDescriptor;
  readonly ways: readonly Way[];
  readonly onChange: (ways: readonly Way[]) => void;
}) {
  const texts = useHistoryTexts(batchMessages);
  const isChosen = (way: Way) => ways.some(({ mode, transport }) => mode === way.mode && transport === way.transport);
  return (
    <section className="stack close" aria-label={texts.messages.ways}>
      <h3 className="heading">{texts.messages.ways}</h3>
      <div className="inline">
        {waysOf(model).map((way) => (
          <Check
            key={`${way.mode} ${way.transport}`}
            checked={isChosen(way)}
            onChange={() =>
              onChange(
                waysOf(model).filter(
                  (each) => isChosen(each) !== (each.mode === way.mode && each.transport === way.transport),
                ),
              )
            }
          >
            {describeWay(model, way, texts)}
          </Check>
        ))}
      </div>
    </section>
  );
}
