import { useId } from "react";
import { usualSampleRate } from "../../audio/formats/expected-format.ts";
import { isPlayableRate } from "../../contract/sample-bounds.ts";
import { FieldHead } from "../../core/fields/field-row.tsx";
import styles from "../../core/fields/fields.module.css";
import { referenceMessages } from "../../core/fields/messages/index.ts";
import { useNumberText } from "../../core/fields/use-number-text.ts";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { parseWhole } from "../../core/submit/derive-form.ts";
import { Status } from "../../kit/status.tsx";

const usualRates = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** The rate at which headerless samples are played: a setting of the page, since neither samples nor document tell. */
export default function SampleRateRow() {
  const { messages, page } = useTexts(referenceMessages);
  const { settings } = usePlayground();
  const sampleRate = useSettings((all) => all.sampleRate);
  const { typed, forget, box } = useNumberText(sampleRate, parseWhole, (next) => {
    if (next === undefined || isPlayableRate(next)) settings.setState({ sampleRate: next });
  });
  const id = useId();
  const wrong = typed !== undefined && !isPlayableRate(typed);
  return (
    <div className={styles["row"]} data-set={sampleRate !== undefined || undefined}>
      <FieldHead
        label={page.fields.sampleRate}
        help={messages.sampleRateHelp}
        helpId={`${id}-help`}
        isSet={sampleRate !== undefined}
        onReset={() => {
          forget();
          settings.setState({ sampleRate: undefined });
          document.getElementById(`${id}-input`)?.focus();
        }}
      />
      <div className="line apart">
        <span className={styles["numberBox"]} data-unit="Hz" data-wide="">
          <input
            {...box}
            id={`${id}-input`}
            inputMode="numeric"
            className={styles["number"]}
            aria-label={page.fields.sampleRate}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? `${id}-problem ${id}-help` : `${id}-help`}
            placeholder={String(usualSampleRate)}
            list={`${id}-rates`}
          />
          <span aria-hidden="true">Hz</span>
        </span>
        <datalist id={`${id}-rates`}>
          {usualRates.map((rate) => (
            <option key={rate} value={rate} />
          ))}
        </datalist>
      </div>
      <Status id={`${id}-problem`} className={styles["problem"]}>
        {wrong && messages.sampleRateWrong}
      </Status>
    </div>
  );
}
