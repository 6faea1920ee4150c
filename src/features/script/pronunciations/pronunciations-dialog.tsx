import { useState } from "react";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { describePrice } from "../../../core/submit/describe-plan.ts";
import type { Pronunciation } from "../../../core/text/pronunciations.ts";
import { readTextFile } from "../../../core/text/text-file.ts";
import { voiceFieldOf } from "../../../core/voices/voice-called.ts";
import { voiceNamed } from "../../../core/voices/voice-other-names.ts";
import { Button } from "../../../kit/button.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { pickFile } from "../../../kit/pick-file.ts";
import { saveFile } from "../../../kit/save-file.ts";
import { scriptToolsMessages } from "../messages/index.ts";
import { describeUnread } from "../script-report.ts";
import { formatList, mergeLists, parseList } from "./list-file.ts";
import { pronunciationMessages } from "./messages/index.ts";
import { PronunciationRow } from "./pronunciation-row.tsx";
import styles from "./pronunciations.module.css";
import { type HearWords, useHearWords } from "./use-hear-words.ts";

/**
 * The list of pronunciations, which holds what is written at once: each word with how it is spoken, to be heard, and a
 * line for the next one. Default export, because it is loaded when it is opened.
 */
export default function PronunciationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { messages, page } = useTexts(pronunciationMessages);
  const tools = useTexts(scriptToolsMessages);
  const { settings } = usePlayground();
  const list = useSettings(({ pronunciations }) => pronunciations);
  const hearing = useHearWords();
  const [report, setReport] = useState("");
  const setPronunciations = (next: readonly Pronunciation[]) => settings.setState({ pronunciations: next });

  function change(index: number, entry: Pronunciation): void {
    setPronunciations(list.toSpliced(index, 1, entry));
  }

  async function open(file: File): Promise<void> {
    const read = await readTextFile(file);
    if (!read.ok) return setReport(describeUnread(read, file.name, tools));
    const added = parseList(read.text);
    setPronunciations(mergeLists(settings.getState().pronunciations, added));
    setReport(messages.opened(added.length));
  }

  function close(): void {
    // Lines that were emptied are none.
    setPronunciations(list.filter(({ word, spoken }) => (word + spoken).trim() !== ""));
    onClose();
  }

  return (
    <Dialog
      title={tools.messages.pronunciations}
      onClose={close}
      className={styles["dialog"]}
      buttons={
        <>
          <Button title={messages.fileHelp} onClick={() => pickFile(".txt,.tsv,text/*", (file) => void open(file))}>
            {messages.open}
          </Button>
          {list.length > 0 && (
            <Button onClick={() => saveFile(new Blob([formatList(list)], { type: "text/plain" }), messages.fileName)}>
              {messages.save}
            </Button>
          )}
          <Button look="main" onClick={close}>
            {page.words.done}
          </Button>
        </>
      }
    >
      <p>{messages.intro}</p>
      <p className="note">{messages.rules}</p>
      <div className={styles["head"]} aria-hidden="true">
        <span>{messages.word}</span>
        <span>{messages.spoken}</span>
      </div>
      <ul className={styles["rows"]}>
        {[...list, { word: "", spoken: "" }].map((_, index) => (
          <PronunciationRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the last one becomes the next entry
            key={index}
            list={list}
            index={index}
            hearing={hearing}
            onChange={(entry) => change(index, entry)}
            onRemove={() => setPronunciations(list.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <HearingNote hearing={hearing} example={list.at(-1)?.spoken ?? ""} />
      <p role="status" className="note">
        {report}
      </p>
    </Dialog>
  );
}

/** In which voice words are heard, and what that costs where it does. */
function HearingNote({ hearing, example }: { readonly hearing: HearWords; readonly example: string }) {
  const texts = useTexts(pronunciationMessages);
  const { messages, language, page } = texts;
  const { model, fields } = usePlan();
  const service = useConfig().data?.service;
  const multiplier = useSettings((settings) => settings.multiplier);
  const key = voiceFieldOf(model)?.key;
  const voice = fields.find(({ field }) => field.key === key)?.value;
  const { current } = hearing;
  const price = service === "remote" && example !== "" ? hearing.priceOf(example) : undefined;
  const failed = current?.status === "failed" ? (current.failure?.kind ?? "unheard") : undefined;
  if (failed !== undefined)
    return (
      <p role="alert" data-tone="bad">
        {failed === "unheard" ? messages.unheard : page.failure.titles[failed]}
      </p>
    );
  if (!hearing.isPossible) return <p className="note">{messages.voiceFirst}</p>;
  const heard =
    typeof voice === "string" ? messages.heardWith(voiceNamed(model, voice, language)) : messages.heardWithForm;
  return (
    <p className="note">
      {heard}
      {price !== undefined && page.between.sentences}
      {price !== undefined && messages.costs(describePrice(price, { embedded: false, multiplier }, texts))}
    </p>
  );
}
