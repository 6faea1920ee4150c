import { useStore } from "zustand";
import { connectionOf } from "../../state/connection.ts";
import { Question } from "../kit/question.tsx";
import { usePlan } from "../plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../playground-context.ts";
import { useSpeak } from "../send/use-speak.ts";

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
