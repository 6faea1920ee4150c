import { useStore } from "zustand";
import { connectionOf } from "../../core/page/connection.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { confirmMessages } from "../../core/submit/messages/index.ts";
import { Question } from "../../kit/question.tsx";
import { useSpeak } from "./use-speak.ts";

/** Asks once for each service before a model is used that its list lacks. */
export default function ConfirmModel() {
  const texts = confirmMessages.in(useTexts().language);
  const { unconfirmed } = usePlayground();
  const { model } = usePlan();
  const config = useConfig().data;
  const agree = useSettings((settings) => settings.agree);
  const asked = useStore(unconfirmed, (state) => state.model);
  const { press } = useSpeak();
  if (asked !== model.id || config === undefined) return null;
  return (
    <Question
      title={texts.title(model.label)}
      text={texts.text}
      accept={texts.confirm}
      decline={texts.decline}
      focus="accept"
      onAccept={() => {
        agree(connectionOf(config), model.id);
        press();
      }}
      onDecline={() => unconfirmed.setState({ model: undefined })}
    />
  );
}
