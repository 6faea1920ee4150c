import { useState } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { mostTogether } from "../../core/programme/programme-item.ts";
import { useUnlistedQuestion } from "../../core/submit/use-unlisted-question.tsx";
import { describeVoice } from "../../core/takes/describe-take.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Check } from "../../kit/check.tsx";
import { ItemForm } from "./item-form.tsx";
import { presentMessages } from "./messages/index.ts";
import { FootButton } from "./programme-foot.tsx";
import styles from "./slide.module.css";
import { type ModelPlan, planThroughModels } from "./through-models.ts";
import { usePlanPrice } from "./use-plan-price.ts";

interface RunFormProps {
  /** The sentence. */
  readonly text: string;
  /** Called with what is to be spoken, or with undefined when nothing is. */
  readonly onDone: (plans: readonly ModelPlan[] | undefined) => void;
}

/** Chooses models and voices for one sentence. Escape speaks none. */
export function RunForm({ text, onDone }: RunFormProps) {
  const texts = useHistoryTexts(presentMessages);
  const { messages, language } = texts;
  const playground = usePlayground();
  const { Voices } = useOffers();
  const [voices, setVoices] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<string>();
  const priceOf = usePlanPrice(text);
  const { whereAgreed, question } = useUnlistedQuestion();
  const keyOf = ({ model, voice }: ModelPlan) => `${model.id} ${voice}`;
  const plans = planThroughModels(playground, text, language, voices).filter(
    (plan, at, all) => all.findIndex((each) => keyOf(each) === keyOf(plan)) === at,
  );
  const chosen = plans.filter((plan) => !left.includes(keyOf(plan)));
  const fits = chosen.length > 1 && chosen.length <= mostTogether;
  const field = models.find(({ id }) => id === choosing)?.fields.find(({ kind }) => kind === "voice");
  return (
    <>
      <ItemForm
        label={messages.models.label}
        save={messages.models.run}
        onSave={() => {
          if (!fits) return;
          const models = chosen.map(({ model }) => model);
          whereAgreed(models, () => onDone(chosen));
        }}
        onCancel={() => onDone(undefined)}
      >
        <ul className={styles["choices"]}>
          {plans.map((plan) => {
            const { model, voice } = plan;
            const key = keyOf(plan);
            const name = describeVoice({ model: model.id, voice }, texts);
            return (
              <li key={key}>
                <Check
                  checked={!left.includes(key)}
                  onChange={(on) => setLeft(on ? left.filter((each) => each !== key) : [...left, key])}
                >
                  <b dir="auto">{name || model.label}</b>
                  <small>{[model.label, priceOf(plan.plan)].filter(Boolean).join(" · ")}</small>
                </Check>
              </li>
            );
          })}
        </ul>
        <div className={styles["formActions"]}>
          {Voices !== undefined &&
            models
              .filter(({ fields }) => fields.some(({ kind }) => kind === "voice"))
              .map(({ id, label }) => (
                <FootButton
                  key={id}
                  icon="plus"
                  label={messages.models.voicesOf(label)}
                  onClick={() => setChoosing(id)}
                />
              ))}
        </div>
        <p role="status" className={styles["formHint"]} data-wrong={!fits || undefined}>
          {messages.takes.ticked(chosen.length)} {messages.models.needs}
        </p>
        {Voices !== undefined && choosing !== undefined && field?.kind === "voice" && (
          <Voices
            field={field}
            ticked={voices[choosing] ?? []}
            onTick={(names) => setVoices({ ...voices, [choosing]: names })}
            onClose={() => setChoosing(undefined)}
          />
        )}
      </ItemForm>
      {question}
    </>
  );
}
