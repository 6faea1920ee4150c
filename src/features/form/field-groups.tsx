import { memo, Suspense } from "react";
import { placeable } from "../../contract/placing.ts";
import { Field } from "../../core/fields/field.tsx";
import styles from "../../core/fields/fields.module.css";
import { part } from "../../core/page/part.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { type FieldState, shownGroups, sliderRange } from "../../core/submit/derive-form.ts";

// Neither is needed for the first sentence.
const ResetAll = part(() => import("./reset-all.tsx"));
const SampleRateRow = part(() => import("../../core/fields/sample-rate-row.tsx"));

// One model has them, and not the one of a first visit.
const EmotionPanel = part(() => import("./emotion/emotion-panel.tsx"));
const Places = part(() => import("./emotion/places.tsx"));

/** The fields that apply to the model and mode, by what they are about. */
export function FieldGroups() {
  const { model, fields } = usePlan();
  return (
    <>
      {shownGroups.map((group) => {
        const members = fields.filter(({ field }) => field.group === group);
        return members.length === 0 ? null : <Group key={group} model={model.id} group={group} members={members} />;
      })}
      {placeable(model).length > 0 && (
        <Suspense fallback={null}>
          <Places />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <ResetAll key={model.id} />
      </Suspense>
    </>
  );
}

interface GroupProps {
  readonly model: string;
  readonly group: (typeof shownGroups)[number];
  readonly members: readonly FieldState[];
}

const Group = memo(function Group({ model, group, members }: GroupProps) {
  const { t, of } = useTexts();
  const { headerless } = usePlan();
  // A group of one says its name only once: the recording's own label is better than "Voice".
  const only = members.length === 1 ? members[0] : undefined;
  const title = group === "voice" && only !== undefined ? of(only.field.label) : t.fields.groups[group];
  const ours = members.some(({ field }) => field.kind === "number" && sliderRange(field)?.ours === true);
  return (
    <section className={styles["group"]} aria-label={title}>
      <h2>{title}</h2>
      {group === "emotion" ? (
        <Suspense fallback={null}>
          <EmotionPanel key={model} members={members} />
        </Suspense>
      ) : (
        members.map((state) => <Field key={`${model} ${state.field.key}`} state={state} />)
      )}
      {group === "output" && headerless && (
        <Suspense fallback={null}>
          <SampleRateRow />
        </Suspense>
      )}
      {ours && <p className={styles["note"]}>{t.fields.ours}</p>}
    </section>
  );
});
