import type { FieldDescriptor } from "../../contract/model.ts";
import type { Problem } from "../../contract/problems.ts";
import { Button } from "../../kit/button.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../page/playground-context.ts";
import { mendOf } from "../submit/mend.ts";
import { submitMessages } from "../submit/messages/index.ts";
import { focusField } from "./focus-field.ts";

/** Mends a problem at a field of the form with one press; nothing where that can't be done. For `lazyWithRetry`. */
export default function MendButton({
  problem,
  field,
  className,
}: {
  readonly problem: Problem;
  readonly field: FieldDescriptor;
  readonly className?: string | undefined;
}) {
  const { messages, of } = useTexts(submitMessages);
  const { model } = usePlan();
  const playground = usePlayground();
  const setValue = useSettings((settings) => settings.setValue);
  const mend = mendOf(problem, field);
  if (mend === undefined) return null;
  const says = {
    set: messages.mend.set(String(mend.value)),
    default: messages.mend.default,
    leave_out: messages.mend.leaveOut(of(field.label)),
  };
  return (
    <Button
      size="pill"
      className={className}
      onClick={() => {
        setValue(model.id, field.key, mend.value);
        // The button goes away with what it mends; the keyboard must not go with it.
        focusField(playground, field.key);
      }}
    >
      {says[mend.does]}
    </Button>
  );
}
