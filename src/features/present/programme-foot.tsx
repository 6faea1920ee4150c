import type { ReactNode } from "react";
import { useConfig, usePlayground, useSettings } from "../../core/page/playground-context.ts";
import {
  isRecorded,
  isSameScript,
  mostTogether,
  type ProgrammeItem,
  takeOf,
} from "../../core/programme/programme-item.ts";
import { derivePrice } from "../../core/submit/derive.ts";
import { describePrice } from "../../core/submit/describe-plan.ts";
import { excerptOf } from "../../core/submit/submission.ts";
import { describeEstimate } from "../../core/takes/describe-take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { planThroughModels, speakThroughModels } from "./through-models.ts";
import { usePageItem } from "./use-page-item.ts";
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
  /** Called with what was done now; with undefined when it was taken back. */
  readonly onDone: (done: Done | undefined) => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What was done last, the way back, and what can be done with the page's script. */
export function ProgrammeFoot({ stage, show, done, onDone, children }: ProgrammeFootProps) {
  const { messages } = useHistoryTexts(presentMessages);
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
          label={messages.undo}
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
      {items.some(isRecorded) && (
        <FootButton
          icon="repeat"
          label={messages.speakAllLive}
          onClick={() => onDone({ title: "", what: messages.liveAgain, undo: speakLive() })}
        />
      )}
      {stage !== undefined && items.some(({ kind }) => kind === "script") && (
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
  const { add, remove } = useProgramme();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  const plans = planThroughModels(playground, text, language).filter(({ obstacle }) => obstacle === undefined);
  if (plans.length < 2) return null;
  const prices = plans.flatMap(({ model, plan }) => {
    const price = derivePrice(plan, text);
    if (price === undefined) return [];
    const told =
      price.kind === "undocumented"
        ? describePrice(price, { embedded, multiplier }, texts)
        : describeEstimate(price, multiplier, texts);
    return [`${model.label}: ${told}`];
  });
  return (
    <>
      <FootButton
        icon="compare"
        label={messages.models.speak(plans.length)}
        onClick={() => {
          const takes = speakThroughModels(playground, plans, text).slice(0, mostTogether);
          const added = add({ kind: "comparison", excerpt: excerptOf(text), takes, figures: true });
          onDone({ title: "", what: messages.models.added, undo: () => void remove(added) });
        }}
      />
      {prices.length > 0 && <p className={styles["hint"]}>{prices.join(" · ")}</p>}
    </>
  );
}

interface FootButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly off?: boolean;
  readonly onClick: () => void;
}

export function FootButton({ icon, label, off = false, onClick }: FootButtonProps) {
  return (
    <Button
      size="pill"
      className={styles["action"]}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <Icon name={icon} size={1} />
      {label}
    </Button>
  );
}
