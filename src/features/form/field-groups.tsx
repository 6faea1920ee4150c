import { type ComponentType, memo, type ReactNode } from "react";
import type { VoiceField } from "../../contract/model.ts";
import { placeable } from "../../contract/placing.ts";
import styles from "../../core/fields/fields.module.css";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { type FieldState, shownGroups, sliderRange } from "../../core/submit/derive-form.ts";
import { Icon } from "../../kit/icon.tsx";
import { Field } from "./field.tsx";

// None is needed for the first sentence.
const Multiplier = lazyWithRetry(() => import("./multiplier.tsx"), null);
const ResetAll = lazyWithRetry(() => import("./reset-all.tsx"), null);
const SampleRateRow = lazyWithRetry(() => import("./sample-rate-row.tsx"), null);

// One model has them, and not the one of a first visit.
const EmotionPanel = lazyWithRetry(() => import("./emotion/emotion-panel.tsx"), null);
const Places = lazyWithRetry(() => import("./emotion/places.tsx"), null);

/** The groups of what is heard. */
const heard = shownGroups.filter((group) => group !== "output");

/** What chooses a voice. */
export type VoiceControl = ComponentType<{ readonly state: FieldState<VoiceField> }>;

interface FieldGroupsProps {
  readonly VoiceControl: VoiceControl;
  /** How it is sent: stands with the other technical choices. */
  readonly children?: ReactNode;
}

/** The fields that apply to the model and mode, by what they are about; below what is heard, what is technical. */
export function FieldGroups({ VoiceControl, children }: FieldGroupsProps) {
  const { page } = useTexts();
  const { model, fields } = usePlan();
  const open = useSettings((all) => all.technical);
  const { settings } = usePlayground();
  const groupOf = (group: (typeof shownGroups)[number]) => {
    const members = fields.filter(({ field }) => field.group === group);
    return members.length === 0 ? null : (
      <Group key={group} model={model.id} group={group} members={members} VoiceControl={VoiceControl} />
    );
  };
  return (
    <>
      {heard.map(groupOf)}
      {placeable(model).length > 0 && <Places />}
      <details
        className={styles["technical"]}
        open={open}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== open) settings.setState({ technical: currentTarget.open });
        }}
      >
        <summary>
          <Icon name="chevron" size={0.9375} />
          <h2 className="heading">{page.form.technical}</h2>
        </summary>
        {open && (
          <>
            {groupOf("output")}
            {children}
            <Multiplier />
          </>
        )}
      </details>
      <ResetAll key={model.id} />
    </>
  );
}

interface GroupProps {
  readonly model: string;
  readonly group: (typeof shownGroups)[number];
  readonly members: readonly FieldState[];
  readonly VoiceControl: VoiceControl;
}

const Group = memo(function Group({ model, group, members, VoiceControl }: GroupProps) {
  const { page, of } = useTexts();
  const { headerless } = usePlan();
  // A group of one says its name only once: the recording's own label is better than "Voice".
  const only = members.length === 1 ? members[0] : undefined;
  const title = group === "voice" && only !== undefined ? of(only.field.label) : page.fields.groups[group];
  const ours = members.some(({ field }) => field.kind === "number" && sliderRange(field)?.ours === true);
  return (
    <section className={styles["group"]} aria-label={title}>
      <h2 className="heading">{title}</h2>
      {group === "emotion" ? (
        <EmotionPanel key={model} members={members} />
      ) : (
        members.map((state) => {
          const { field } = state;
          const key = `${model} ${field.key}`;
          return field.kind === "voice" ? (
            <VoiceControl key={key} state={{ ...state, field }} />
          ) : (
            <Field key={key} state={state} />
          );
        })
      )}
      {group === "output" && headerless && <SampleRateRow />}
      {ours && <p className={styles["note"]}>{page.fields.ours}</p>}
    </section>
  );
});
