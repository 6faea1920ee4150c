import type { ModelDescriptor } from "../../contract/model.ts";
import { describeWay } from "../../core/takes/describe-values.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Check } from "../../kit/check.tsx";
import styles from "./batch.module.css";
import { type Way, waysOf } from "./draft.ts";
import { batchMessages } from "./messages/index.ts";

/** The modes of a batch, each with its transports. */
export function WaysChoice({
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
    <section className={styles["axis"]} aria-label={texts.messages.ways}>
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
