import { describeMeasure, measureNames, measureTexts } from "../../core/measures/describe-measures.ts";
import { useMeasures } from "../../core/measures/use-measures.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { hasAssumedRate } from "../../core/takes/take-file.ts";

/** What a take's samples say of it, as a list of figures; nothing while there is no whole sound. */
export function SoundMeasuresList({
  row,
  classNames,
}: {
  readonly row: TakeRow;
  readonly classNames: { readonly list: string | undefined; readonly note: string | undefined };
}) {
  const texts = useTexts();
  const messages = measureTexts(texts);
  const measured = useMeasures(row);
  if (measured.status === "none") return null;
  return (
    <>
      <h3>{messages.title}</h3>
      {measured.status === "known" ? (
        <>
          <dl className={classNames.list}>
            {measureNames.map((name) => (
              <div key={name}>
                <dt>{messages[name]}</dt>
                <dd>{describeMeasure(name, measured.measures, texts, hasAssumedRate(row))}</dd>
              </div>
            ))}
          </dl>
          <p className={classNames.note}>{messages.help}</p>
        </>
      ) : (
        <p className={classNames.note} role="status">
          {messages[measured.status]}
        </p>
      )}
    </>
  );
}
