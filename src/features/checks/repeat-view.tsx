import { useState } from "react";
import { useStore } from "zustand";
import { checksOfCase } from "../../conformance/checks/case.ts";
import { figureTexts } from "../../conformance/checks/describe.ts";
import { mostParallel, mostRepetitions, type Spread, spreadOf } from "../../conformance/run/repeat.ts";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { ConfirmDialog } from "../../core/takes/confirm-dialog.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { saveFile } from "../../kit/save-file.ts";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";
import { nameOfConfig } from "./describe-report.ts";
import { checksMessages } from "./messages/index.ts";
import { priceText } from "./price-text.ts";
import { type RepeatRun, repeatsOf, writeRepetitions } from "./repeats.ts";
import { useCases, useChecks } from "./use-checks.ts";

const toStart = focusAfter((rest) => rest.querySelector("[type=submit]"));

/** What is repeated, how often and how fast, what that costs, and how long the answers took. */
export function RepeatView() {
  const texts = useTexts(checksMessages);
  const { messages, page } = texts;
  const repeats = repeatsOf(usePlayground());
  const run = useStore(repeats, (state) => state.run);
  const id = useStore(repeats, (state) => state.chosen);
  const plan = useStore(repeats, (state) => state.plan);
  const { start, stop, choose, setPlan } = repeats.getState();
  const show = useChecks((checks) => checks.show);
  const { records: cases } = useCases();
  const config = useConfig().data;
  const [asks, setAsks] = useState(false);
  const chosen = cases.find((each) => each.id === id) ?? cases[0];
  const [check] = chosen === undefined ? [] : checksOfCase(chosen);
  if (check === undefined) {
    const steps = [{ label: messages.repeat.toCases, act: () => show("cases") }];
    return <EmptyState icon="check" title={messages.repeat.empty} steps={steps} />;
  }
  const single = { ...check, steps: check.steps.slice(0, 1) };
  const embedded = config?.service === "embedded";
  const all = Array.from({ length: plan.times }, () => single);
  const price = priceText(all, { embedded, parallel: plan.parallel, controls: true }, texts);
  const busy = run !== undefined && run.status !== "over";
  const numbers = [
    ["times", 1, mostRepetitions],
    ["parallel", 1, mostParallel],
    ["pace", 0, 60_000],
  ] as const;
  return (
    <div className="stack">
      <p className="note">{messages.repeat.about}</p>
      <form
        className={styles["bar"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (embedded || price.free) start(single, plan);
          else setAsks(true);
        }}
      >
        <label className="line note">
          {messages.editor.title}
          <Select value={chosen?.id ?? ""} onChange={({ target }) => choose(target.value)}>
            <Options of={cases} value={(each) => each.id} label={(each) => each.name} />
          </Select>
        </label>
        {numbers.map(([name, least, most]) => (
          <NumberField
            key={name}
            label={messages.repeat[name]}
            least={least}
            most={most}
            value={plan[name]}
            onChange={(value) => setPlan({ [name]: value })}
          />
        ))}
        <Button look="main" type="submit" off={busy}>
          {messages.repeat.start(plan.times)}
        </Button>
        {run?.status === "running" && (
          <Button ref={toStart} onClick={stop}>
            {page.words.stop}
          </Button>
        )}
      </form>
      <p className="note">{price.text}</p>
      {run !== undefined && <Results run={run} />}
      {asks && (
        <ConfirmDialog
          question={{
            title: messages.repeat.ask(plan.times),
            text: (
              <>
                <p>{messages.repeat.askText(nameOfConfig(config, texts))}</p>
                <p>{price.text}</p>
              </>
            ),
            confirm: messages.run,
            act: () => start(single, plan),
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

/** A whole number as it is written: what it can't be yet stays, so that it can be written anew, and isn't sent. */
function NumberField({
  label,
  least,
  most,
  value,
  onChange,
}: {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const [text, setText] = useState(String(value));
  return (
    <label className="line note">
      {label}
      <input
        type="number"
        required
        min={least}
        max={most}
        step={1}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (target.validity.valid) onChange(target.valueAsNumber);
        }}
      />
    </label>
  );
}

function Results({ run: { name, times, config, status, done } }: { readonly run: RepeatRun }) {
  const texts = useTexts(checksMessages);
  const { messages, page, language, numbers } = texts;
  const failures = new Map<string, number>();
  for (const { failure } of done) if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const figures = [
    [figureTexts.first_byte[language], spreadOf(done.flatMap(({ firstByte }) => firstByte ?? []))],
    [messages.repeat.firstSound, spreadOf(done.flatMap(({ firstSound }) => firstSound ?? []))],
    [figureTexts.end[language], spreadOf(done.flatMap(({ end }) => end ?? []))],
  ] as const;
  const said = `${name}${page.between.colon}${messages.repeat.done(done.length, times, failed)}`;
  return (
    <>
      <div className={styles["bar"]}>
        {/* Said once it is over. */}
        <span role="status" className={styles["counts"]} data-tone={failed > 0 ? "bad" : "good"}>
          {status === "over" ? said : ""}
        </span>
        {status !== "over" && <span className={styles["counts"]}>{said}</span>}
        <span className="note">{messages.report.service(nameOfConfig(config, texts))}</span>
        <Button
          disabled={done.length === 0}
          onClick={() => saveFile(new Blob([writeRepetitions(done)], { type: "text/csv" }), "repetitions.csv")}
        >
          {messages.repeat.save}
        </Button>
      </div>
      {[...failures].map(([why, count]) => (
        <p key={why} data-tone="bad" dir="auto">
          {numbers.integer(count)} × {why}
        </p>
      ))}
      {figures.map(([title, spread]) => spread !== undefined && <Figure key={title} title={title} spread={spread} />)}
    </>
  );
}

function Figure({ title, spread }: { readonly title: string; readonly spread: Spread }) {
  const { messages, page, numbers } = useTexts(checksMessages);
  const { least, p50, p95, p99, most, parts } = spread;
  const tallest = Math.max(...parts);
  const said = [least, p50, p95, p99, most].map((value) => numbers.fixed(value, 1));
  const names = [messages.repeat.least, "p50", "p95", "p99", messages.repeat.most];
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="note">{names.map((name, at) => `${name} ${said[at]} ms`).join(" · ")}</p>
      <svg
        className={styles["histogram"]}
        viewBox={`0 0 ${parts.length * 20} 60`}
        role="img"
        aria-label={messages.repeat.histogram(parts.map(numbers.integer).join(page.between.list))}
      >
        {parts.map((count, at) => {
          const height = count === 0 ? 0 : Math.max(2, (count / tallest) * 58);
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
          return <rect key={at} x={at * 20 + 1} y={60 - height} width={18} height={height} />;
        })}
      </svg>
    </section>
  );
}
