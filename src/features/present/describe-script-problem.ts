import { models } from "../../contract/models/index.ts";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import type { TakeForm } from "../../core/takes/take.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { describeMismatch } from "../../core/voices/describe-mismatch.ts";
import { findMismatch } from "../../core/voices/voice-fit.ts";
import type { PresentTexts } from "./messages/index.ts";
import { planOf } from "./presenter-store.ts";

/**
 * What is wrong with a script that isn't spoken yet, before a room hears of it: that it can't be sent, or that its
 * voice doesn't speak what is written. Undefined where nothing is.
 */
export function describeScriptProblem(form: TakeForm, texts: PresentTexts): string | undefined {
  const plan = planOf(form);
  if (plan.obstacle !== undefined) return describeObstacle(plan.obstacle, plan.characters, texts);
  const { model, fields } = plan;
  const name = String(fields.find(({ field }) => field.kind === "voice")?.value ?? "");
  const mismatch = findMismatch(readWritingSystem(form.text), { model, models, name, atHand: () => [] });
  return mismatch && describeMismatch(mismatch, model, texts.language);
}
