import { useStore } from "zustand";
import { useSpeak } from "../../features/speak/use-speak.ts";
import { Question } from "../../kit/question.tsx";
import { connectionOf } from "../page/connection.ts";
import { usePlan } from "../page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../page/playground-context.ts";

/** Asks once for each service before a model is used that its list lacks. */
export default function ConfirmModel() {
  const { t } = useTexts();
  const { unconfirmed } = usePlayground();
  const { model } = usePlan();
  const config = useConfig().data;
  const agree = useSettings((settings) => settings.agree);
  const asked = useStore(unconfirmed, (state) => state.model);
  const { press } = useSpeak();
  if (asked !== model.id || config === undefined) return null;
  return (
    <Question
      title={t.models.confirmTitle(model.label)}
      text={t.models.confirmText}
      accept={t.models.confirm}
      decline={t.models.decline}
      focus="accept"
      onAccept={() => {
        agree(connectionOf(config), model.id);
        press();
      }}
      onDecline={() => unconfirmed.setState({ model: undefined })}
    />
  );
}
