import type { ComponentProps, ReactNode } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import { isRecorded, isSameScript, type ProgrammeItem, takeOf } from "../../core/programme/programme-item.ts";
import { excerptOf } from "../../core/submit/submission.ts";
import { useUnlistedQuestion } from "../../core/submit/use-unlisted-question.tsx";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { toFirstButton } from "../../kit/focus-after.ts";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { addRun, planThroughModels } from "./through-models.ts";
import { usePageItem } from "./use-page-item.ts";
import { usePlanPrice } from "./use-plan-price.ts";
import { usePresenter, useProgramme } from "./use-presenter.ts";

/** What was done to the programme last, and can be taken back. */
export interface Done {
  readonly title: string;
  readonly what: string;
  readonly undo: () => void;
}

interface ProgrammeFootProps {
  /** What stands on the stage, where that is open. */
  readonly stage:
    | { readonly current: ProgrammeItem | undefined; readonly index: number; readonly onClose: () => void }
    | undefined;
  /** Makes an item the one that is shown. */
  readonly show: (id: string) => void;
  readonly done: Done | undefined;
  /** Asks by which voices the page's script is to be spoken. */
  readonly onVoices: (text: string) => void;
  /** Called with what was done now; with undefined when it was taken back. */
  readonly onDone: (done: Done | undefined) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What was done last, the way back, and what can be done with the page's script. */
export function ProgrammeFoot({ stage, show, done, onVoices, onDone, children }: ProgrammeFootProps) {
  const { messages, page } = useHistoryTexts(presentMessages);
  const { items, corrected, addScript, correct, replaceScript, remove, speakLive } = useProgramme();
  const { loose, rehearsed, toggleRehearsal } = usePresenter();
  const { form, spoken } = usePageItem();
  const isEmptyScript = form.text.trim() === "";
  const there = items.find((item) => isSameScript(item, form));
  const toReplace = items.findIndex(({ id }) => id === corrected);
  // What the stage put into the player since it was opened doesn't make the page's script unspoken.
  const heard = spoken ?? (loose !== undefined && isSameScript(loose, form) ? takeOf(loose) : undefined);
  return (
    <div className={styles["foot"]}>
      <p role="status" className={styles["said"]}>
        {done !== undefined && (
          <>
            <span className={styles["saidTitle"]} dir="auto">
              {done.title}
            </span>{" "}
            <span>{done.what}</span>
          </>
        )}
      </p>
      {done !== undefined && (
        <FootButton
          icon="undo"
          label={page.words.undo}
          onClick={() => {
            done.undo();
            onDone(undefined);
          }}
        />
      )}
      {toReplace !== -1 && there === undefined && (
        <FootButton
          icon="restore"
          label={messages.replaceScript(toReplace + 1)}
          off={isEmptyScript}
          onClick={() => {
            onDone({ title: "", what: messages.replaced, undo: replaceScript(corrected ?? "", form, heard) });
            correct(undefined);
          }}
        />
      )}
      <FootButton
        icon="plus"
        label={messages.addScript}
        off={isEmptyScript || there !== undefined}
        onClick={() => {
          const added = addScript(form, heard);
          onDone({ title: "", what: messages.added, undo: () => void remove(added) });
          if (items.length === 0) show(added);
        }}
      />
      {stage !== undefined && items.length > 0 && (
        <FootButton
          icon="present"
          label={messages.showScript}
          off={isEmptyScript || (there !== undefined && there.id === stage.current?.id)}
          onClick={() => {
            show(there?.id ?? addScript(form, heard, stage.index + 1));
            stage.onClose();
          }}
        />
      )}
      <ThroughModels text={form.text} onDone={onDone} />
      {!isEmptyScript && (
        <FootButton icon="compare" label={messages.models.voices} onClick={() => onVoices(form.text)} />
      )}
      {items.some(isRecorded) && (
        <FootButton
          icon="repeat"
          label={messages.speakAllLive}
          onClick={() => onDone({ title: "", what: messages.liveAgain, undo: speakLive() })}
        />
      )}
      {stage !== undefined && (rehearsed !== undefined || items.some(({ kind }) => kind === "script")) && (
        <FootButton
          icon="play"
          label={rehearsed === undefined ? messages.rehearse : messages.endRehearsal}
          onClick={toggleRehearsal}
        />
      )}
      {children}
      {there !== undefined && <p className={styles["hint"]}>{messages.isThere}</p>}
    </div>
  );
}

/** One sentence through every model that can speak it: made in one run, one item with its figures. */
function ThroughModels({ text, onDone }: { readonly text: string; readonly onDone: (done: Done) => void }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages, language } = texts;
  const playground = usePlayground();
  const { items } = useProgramme();
  const priceOf = usePlanPrice(text);
  const { whereAgreed, question } = useUnlistedQuestion();
  const plans = planThroughModels(playground, text, language);
  // A second press would have all of it spoken, and paid for, once more.
  const excerpt = excerptOf(text);
  const run = items.flatMap((item) => (item.kind === "comparison" && item.excerpt === excerpt ? item.takes : []));
  const isSent = useLibrary(({ rows }) =>
    rows.some(({ id, status, unsent }) => status === "submitting" && unsent === true && run.includes(id)),
  );
  if (plans.length < 2) return null;
  return (
    <>
      <FootButton
        icon="compare"
        label={messages.models.speak(plans.length)}
        single
        off={isSent}
        onClick={() => {
          const models = plans.map(({ model }) => model);
          whereAgreed(models, () => {
            const { undo } = addRun(playground, plans, text);
            onDone({ title: "", what: messages.models.added, undo });
          });
        }}
      />
      <p className={styles["hint"]}>
        {plans
          .map(({ model, plan }) => [model.label, priceOf(plan)].filter(Boolean).join(texts.page.between.colon))
          .join(" · ")}
      </p>
      {question}
    </>
  );
}

interface FootButtonProps extends Pick<ComponentProps<typeof Button>, "off" | "single"> {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

export function FootButton({ icon, label, ...press }: FootButtonProps) {
  return (
    <Button ref={toFirstButton} size="pill" className={styles["action"]} {...press}>
      <Icon name={icon} size={1} />
      {label}
    </Button>
  );
}
