import { useState } from "react";
import { SpeechRequestError } from "../../api/errors.ts";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./engines.module.css";
import { engineMessages } from "./messages/index.ts";
import { ModelCard } from "./model-card.tsx";
import { useModelSample } from "./use-model-sample.ts";
import { useVoiceModels } from "./use-voice-models.ts";

/** The natural voices that can be had on the service's machine: brought, tried, heard and removed. */
export default function NaturalVoicesDialog() {
  const texts = useTexts(engineMessages);
  const { messages } = texts;
  const { close } = naturalVoicesOf(usePlayground()).getState();
  const mayAdd = useConfig().data?.addVoices === true;
  return (
    <Dialog
      title={messages.title}
      className={styles["dialog"]}
      onClose={close}
      buttons={
        <Button size="large" onClick={close}>
          {messages.close}
        </Button>
      }
    >
      <p>{messages.about}</p>
      {mayAdd ? <Models /> : <Notice tone="quiet">{messages.notAllowed}</Notice>}
    </Dialog>
  );
}

function Models() {
  const { messages, page } = useTexts(engineMessages);
  const { list, change } = useVoiceModels();
  const sample = useModelSample();
  const [asked, setAsked] = useState<string>();
  const failure = change.error ?? list.error;
  const models = list.data?.models ?? [];
  return (
    <>
      {failure !== null && (
        <Notice tone="warn">
          {[messages.unanswered, failure instanceof SpeechRequestError ? failure.error.message : undefined]
            .filter((part) => part !== undefined && part !== "")
            .join(page.between.sentences)}
        </Notice>
      )}
      {list.isPending && <p role="status">{messages.looking}</p>}
      <ul className={styles["models"]}>
        {models.map((model) => (
          <ModelCard
            key={model.name}
            model={model}
            missing={models.find(({ name, state }) => name === model.needs && state !== "installed")}
            heard={sample.heard === model.name}
            unheard={sample.failed === model.name}
            busy={change.isPending && asked === model.name}
            onHear={(number) => sample.hear(model.name, number)}
            onChange={(wanted) => {
              setAsked(model.name);
              change.mutate({ ...wanted, name: model.name });
            }}
          />
        ))}
      </ul>
      <Announcer text={messages.news(models.filter(({ state }) => state === "installed").length)} />
    </>
  );
}
