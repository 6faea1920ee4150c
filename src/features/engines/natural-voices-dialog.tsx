import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./engines.module.css";
import { engineMessages } from "./messages/index.ts";
import { ModelCard } from "./model-card.tsx";
import { Unanswered } from "./unanswered.tsx";
import { useModelSample } from "./use-model-sample.ts";
import { useVoiceModels } from "./voice-models.ts";

/** The natural voices that can be had on the service's machine: brought, tried, heard and removed. */
export default function NaturalVoicesDialog() {
  const texts = useTexts(engineMessages);
  const { messages, page } = texts;
  const { close } = naturalVoicesOf(usePlayground()).getState();
  const mayAdd = useConfig().data?.addVoices === true;
  return (
    <Dialog
      title={messages.title}
      className={styles["dialog"]}
      onClose={close}
      buttons={
        <Button size="large" onClick={close}>
          {page.words.close}
        </Button>
      }
    >
      <p>{messages.about}</p>
      {mayAdd ? <Models /> : <Notice tone="quiet">{messages.notAllowed}</Notice>}
    </Dialog>
  );
}

function Models() {
  const { messages } = useTexts(engineMessages);
  const list = useVoiceModels();
  const sample = useModelSample();
  const models = list.data?.models ?? [];
  return (
    <>
      <Unanswered failure={list.error} />
      {list.isPending && <LateRegion role="status">{messages.looking}</LateRegion>}
      <ul className={styles["models"]}>
        {models.map((model) => (
          <ModelCard
            key={model.name}
            model={model}
            missing={models.find(({ name, state }) => name === model.needs && state !== "installed")}
            heard={sample.heard === model.name}
            unheard={sample.failed === model.name}
            onHear={(number) => sample.hear(model.name, number)}
          />
        ))}
      </ul>
      <Announcer text={messages.news(models.filter(({ state }) => state === "installed").length)} />
    </>
  );
}
