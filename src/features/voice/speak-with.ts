import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import type { Playground } from "../../core/page/playground.ts";
import { derivePlan, measureText } from "../../core/submit/derive.ts";
import { sendInTurn } from "../../core/submit/send-in-turn.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { usablePronunciations } from "../../core/text/pronunciations.ts";

/** What is spoken with several voices. */
interface SpokenWith {
  readonly model: ModelDescriptor;
  readonly field: VoiceField;
  readonly names: readonly string[];
  readonly text: string;
  readonly language: InterfaceLanguage;
}

/**
 * Makes a take of `text` for each voice, with everything else as the form has it, tells them at once, and sends them
 * one after the other. A text that is so short is no task, unless the model takes it in no other way.
 */
export function speakWith(playground: Playground, { model, field, names, text, language }: SpokenWith): TakeId[] {
  const { settings } = playground;
  const { transport, modes, values, followsDirections, pronunciations } = settings.getState();
  const mode = modes[model.id] === "async" ? model.defaultMode : modes[model.id];
  const measures = measureText(text, usablePronunciations(pronunciations));
  const submissions = names.map((name) => {
    const form = { ...values[model.id], [field.key]: name };
    const plan = derivePlan(
      {
        model: model.id,
        modes: mode === undefined ? {} : { [model.id]: mode },
        transport,
        values: { [model.id]: form },
        followsDirections,
      },
      language,
      measures,
    );
    return submissionOf(plan, text, form);
  });
  return sendInTurn(playground, submissions);
}
