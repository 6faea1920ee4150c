import { useLayoutEffect, useRef, useState } from "react";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { describePrice } from "../../../core/submit/describe-plan.ts";
import { withPronunciations } from "../../../core/takes/restore-spoken.ts";
import { describeGuess, ReadAs } from "../../../core/text/guessed-encoding.tsx";
import { mostPronunciations, type Pronunciations, pronunciationProblems } from "../../../core/text/pronunciations.ts";
import { type ReadText, readTextFile, type TextEncoding } from "../../../core/text/text-file.ts";
import { voiceFieldOf } from "../../../core/voices/voice-called.ts";
import { voiceNamed } from "../../../core/voices/voice-other-names.ts";
import { Button } from "../../../kit/button.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { pickFile } from "../../../kit/pick-file.ts";
import { saveFile } from "../../../kit/save-file.ts";
import { scriptToolsMessages } from "../messages/index.ts";
import { describeUnread } from "../script-report.ts";
import { formatList, parseList } from "./list-file.ts";
import { pronunciationMessages } from "./messages/index.ts";
import { PronunciationRow, type RowActions } from "./pronunciation-row.tsx";
import styles from "./pronunciations.module.css";
import { type HearWords, useHearWords } from "./use-hear-words.ts";

/**
 * The list of pronunciations, which holds what is written at once: each word with how it is spoken, to be heard, and a
 * line for the next one. Default export, because it is loaded when it is opened.
 */
export default function PronunciationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { messages, page, language } = useTexts(pronunciationMessages);
  const tools = useTexts(scriptToolsMessages);
  const { settings } = usePlayground();
  const list = useSettings(({ pronunciations }) => pronunciations);
  const hearing = useHearWords();
  const tooMany = ({ length }: Pronunciations) => messages.full(length - mostPronunciations);
  const [report, setReport] = useState(() => (list.length > mostPronunciations ? tooMany(list) : ""));
  /** What was read of a file, and the lists before and behind it: it can be read anew as long as the latter stands. */
  const [opened, setOpened] = useState<{
    readonly file: File;
    readonly read: Extract<ReadText, { readonly ok: true }>;
    readonly before: Pronunciations;
    readonly after: Pronunciations;
  }>();
  const setPronunciations = (next: Pronunciations) => settings.setState({ pronunciations: next });

  const latest = useRef(hearing);
  useLayoutEffect(() => {
    latest.current = hearing;
  });
  const [actions] = useState<RowActions>(() => ({
    change: (index, entry) => setPronunciations(settings.getState().pronunciations.toSpliced(index, 1, entry)),
    remove: (index) => setPronunciations(settings.getState().pronunciations.toSpliced(index, 1)),
    hear: (words) => latest.current.hear(words),
  }));
  const problems = pronunciationProblems(list);
  const isHeard = (spoken = ""): boolean =>
    spoken.trim() !== "" && hearing.current?.voice === spoken.trim() && hearing.current.status !== "failed";

  async function open(file: File, as?: TextEncoding, first?: Pronunciations): Promise<void> {
    const read = await readTextFile(file, as);
    if (!read.ok) return setReport(describeUnread(read, file.name, tools));
    const added = parseList(read.text);
    const before = first ?? settings.getState().pronunciations;
    const merged = withPronunciations(before, added);
    // A list of before may be longer already.
    const after = merged.slice(0, Math.max(mostPronunciations, before.length));
    setPronunciations(after);
    setOpened({ file, read, before, after });
    const said = merged.length <= mostPronunciations ? messages.opened(added.length) : tooMany(merged);
    setReport([said, describeGuess(read, language)].filter(Boolean).join(page.between.sentences));
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
          {opened?.after === list && (
            <ReadAs
              others={opened.read.others}
              onChoose={(encoding) => void open(opened.file, encoding, opened.before)}
            />
          )}
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
        {[...list, undefined].slice(0, mostPronunciations).map((entry, index) => (
          <PronunciationRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; the last one becomes the next entry
            key={index}
            entry={entry}
            index={index}
            problem={entry && problems[index]}
            canHear={hearing.isPossible}
            isHeard={isHeard(entry?.spoken)}
            actions={actions}
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
