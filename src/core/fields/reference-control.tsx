import { type ReactNode, useId, useState } from "react";
import type { FieldValue, ReferenceField } from "../../contract/model.ts";
import { type SampleRecording, sampleAddress, sampleRecordings } from "../../contract/playground.ts";
import { describeProblem } from "../../contract/problems.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { useConfig, useSettings, useSoundOf, useTexts, useToldTake } from "../page/playground-context.ts";
import { heardAt } from "../sound/reference-sound.ts";
import type { FieldState } from "../submit/derive-form.ts";
import { isInternalAddress } from "../submit/internal-address.ts";
import { adviseReference, isHostAlone, isWrong } from "./advise-reference.ts";
import { problemId } from "./field-row.tsx";
import { referenceMessages } from "./messages/index.ts";
import styles from "./reference.module.css";
import { useListen } from "./use-listen.ts";

/** The most characters of an address that a form takes: what is longer is a recording that somebody pasted. */
const longestAddress = 8_000;

/** The address of a recording: it can be heard where it is. Nobody is told off while still typing. */
export function ReferenceControl({
  state,
  onFile,
  children,
}: {
  readonly state: FieldState<ReferenceField>;
  /** Takes a file that is dropped or pasted here; a file is wrong where it is undefined. */
  readonly onFile: ((file: File) => void) | undefined;
  /** Other ways to a recording. */
  readonly children: ReactNode;
}) {
  const { page, messages, language, of } = useTexts(referenceMessages);
  const { model } = usePlan();
  const config = useConfig().data;
  const setValue = useSettings((settings) => settings.setValue);
  const [typing, setTyping] = useState(false);
  /** What was pasted or dropped and isn't an address: shown, but never kept or sent. */
  const [refused, setRefused] = useState<string>();
  const { field, value, problem } = state;
  const address = value === undefined ? "" : String(value);
  const shown = refused ?? address;
  const advice = adviseReference(shown, config);
  const wrongKind = advice !== undefined && isWrong(advice);
  const wrong = wrongKind || (problem !== undefined && problem.code !== "missing" && !typing);
  const unusable = useRefused(field.key, address);
  const isInternal = !(typing && isHostAlone(address)) && isInternalAddress(address, config?.recordings, location.href);
  const id = problemId(field.key);
  const adviceId = useId();
  const { status, press } = useListen(heardAt(address, config?.recordings, location.href));
  const label = of(field.label);
  const sounds = status === "fetching" || status === "sounding";
  const said = wrongKind
    ? messages.advice[advice]
    : wrong && problem !== undefined
      ? describeProblem(problem, language, label)
      : undefined;

  function take(text: string): void {
    const next = text.trim();
    const tooLong = next.length > longestAddress;
    setRefused(tooLong ? `${next.slice(0, 200)}…` : undefined);
    setValue(model.id, field.key, next === "" || tooLong ? undefined : next);
  }

  return (
    <div data-field={field.key} className="stack close">
      <span className={styles["line"]} data-wrong={wrong || unusable || undefined}>
        <IconButton
          icon={sounds ? "stop" : "play"}
          label={sounds ? messages.stop(label) : messages.listen(label)}
          look="soft"
          size={0.9375}
          hint={false}
          className={styles["listen"]}
          data-on={sounds || undefined}
          aria-describedby={adviceId}
          disabled={address === "" || problem !== undefined}
          onClick={press}
        />
        <input
          type="url"
          inputMode="url"
          className={styles["address"]}
          aria-label={label}
          aria-invalid={wrong || unusable || undefined}
          aria-required={field.required}
          aria-describedby={id}
          placeholder={page.fields.address}
          value={shown}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={(event) => take(event.target.value)}
          onDrop={(event) => {
            const [file] = event.dataTransfer.files;
            if (file === undefined) return;
            // Else the browser would leave the page to open it.
            event.preventDefault();
            if (onFile !== undefined) return onFile(file);
            setValue(model.id, field.key, undefined);
            setRefused(`file:${file.name}`);
          }}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            if (file === undefined || onFile === undefined) return;
            event.preventDefault();
            onFile(file);
          }}
        />
      </span>
      <Samples
        value={value}
        onChoose={(sample) => {
          setRefused(undefined);
          setValue(model.id, field.key, sample);
        }}
      />
      {children}
      <Announcer text={said ?? ""} />
      <p id={id} className={wrong || unusable ? styles["problem"] : styles["note"]}>
        {said ?? (unusable ? messages.unusable : of(field.help))}
        {field.fallback !== undefined && !wrong && !unusable && `${page.between.sentences}${messages.fallbackNote}`}
      </p>
      {/* Also while typing: what appears when the field is left would move what the leaving click was meant for. */}
      <p id={adviceId} className={styles["advice"]} role="status">
        {[advice === undefined || wrong ? "" : messages.advice[advice], isInternal ? messages.internal : ""]
          .filter((text) => text !== "")
          .join(page.between.sentences)}
      </p>
      <p className={status === "failed" || status === "blocked" ? styles["advice"] : styles["note"]} role="status">
        {status !== undefined && (status === "failed" && !navigator.onLine ? messages.offline : messages[status])}
      </p>
    </div>
  );
}

/** Whether the service refused just this address of this field the last time. */
function useRefused(key: string, address: string): boolean {
  const take = useToldTake();
  const refused = useSoundOf(take, (sound) => sound?.failure?.field?.key);
  return take !== undefined && refused === key && address !== "" && take.request.body.includes(JSON.stringify(address));
}

/** The playground's own recordings, where the service can reach them. */
function Samples({
  value,
  onChoose,
}: {
  readonly value: FieldValue | undefined;
  readonly onChoose: (address: string) => void;
}) {
  const { page } = useTexts();
  const references = useConfig().data?.references;
  if (references === undefined) return null;
  const address = (name: SampleRecording) => sampleAddress(references, name);
  return (
    <fieldset className={styles["chips"]}>
      <legend className="visuallyHidden">{page.fields.samples}</legend>
      {sampleRecordings.map((name) => (
        <Button key={name} aria-pressed={value === address(name)} onClick={() => onChoose(address(name))}>
          {page.fields.sampleNames[name]}
        </Button>
      ))}
    </fieldset>
  );
}
