import { useEffect, useMemo, useRef, useState } from "react";
import { models } from "../../contract/models/index.ts";
import { isRecorded, type ProgrammeItem, scriptOf } from "../../core/programme/programme.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import type { TakeForm, TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { describeMismatch } from "../../core/voices/describe-mismatch.ts";
import { findMismatch } from "../../core/voices/voice-fit.ts";
import { Button } from "../../kit/button.tsx";
import type { IconName } from "../../kit/icon.tsx";
import { describeItem } from "./describe-item.ts";
import { type PresentTexts, presentMessages } from "./messages/index.ts";
import { type Playability, playabilityOfItem } from "./playability.ts";
import { planOf } from "./presenter-store.ts";
import styles from "./programme.module.css";

interface ProgrammeRowProps {
  readonly item: ProgrammeItem;
  readonly index: number;
  readonly count: number;
  readonly row: TakeRow | undefined;
  readonly current: boolean;
  readonly onShow: () => void;
  readonly onMove: (title: string, distance: -1 | 1) => void;
  readonly onRename: (name: string) => void;
  /** Brings its script into the page's form, to be corrected there. */
  readonly onCorrect: (form: TakeForm) => void;
  /** Lets a script be spoken live again. */
  readonly onLive: () => void;
  readonly onRemove: (title: string) => void;
}

const lost: ReadonlySet<Playability> = new Set(["gone", "silent", "unreadable"]);

export function ProgrammeRow(props: ProgrammeRowProps) {
  const { item, index, count, row, current, onShow, onMove, onRename, onCorrect, onLive, onRemove } = props;
  const texts = useHistoryTexts(presentMessages);
  const { messages, numbers } = texts;
  const { loaded } = useLibrary();
  const [naming, setNaming] = useState(false);
  const face = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    if (wasNaming.current && !naming) face.current?.focus();
    wasNaming.current = naming;
  }, [naming]);
  const there = row?.deleted === undefined ? row : undefined;
  const { title, voice, model } = describeItem(item, there, texts);
  const playability = playabilityOfItem(item, row, loaded);
  const form = useMemo(() => scriptOf(item)?.form, [item]);
  const unspoken = playability === "unspoken" ? form : undefined;
  const problem = useMemo(() => unspoken && describeScriptProblem(unspoken, texts), [unspoken, texts]);
  const isPartial = playability === "kept" && row?.sound === "partial";
  const state = messages.states[isPartial ? "partial" : playability];
  const tool = (icon: IconName, label: string, act: () => void, more: { off?: boolean; "data-move"?: -1 | 1 } = {}) => (
    <StageButton icon={icon} label={label} size={1} className={styles["tool"]} {...more} onClick={act} />
  );
  return (
    <li className={styles["item"]} data-item={item.id} data-lost={lost.has(playability) || undefined}>
      {naming ? (
        <NameField
          name={item.name}
          placeholder={title}
          onDone={(name) => {
            setNaming(false);
            if (name !== undefined && name.trim() !== item.name) onRename(name);
          }}
        />
      ) : (
        <Button ref={face} look="bare" className={styles["face"]} aria-current={current || undefined} onClick={onShow}>
          <span className={styles["number"]}>{numbers.integer(index + 1)}</span>
          <span className={styles["words"]}>
            <span className={styles["title"]} dir="auto">
              {title}
            </span>
            <span className={styles["about"]} data-warns={problem !== undefined || isPartial || undefined}>
              {[voice, model, problem ?? state].filter(Boolean).join(" · ")}
            </span>
          </span>
        </Button>
      )}
      <div className={styles["tools"]}>
        {tool("up", messages.moveUp(title), () => onMove(title, -1), { off: index === 0, "data-move": -1 })}
        {tool("down", messages.moveDown(title), () => onMove(title, 1), { off: index === count - 1, "data-move": 1 })}
        {tool("edit", messages.rename(title), () => setNaming(true))}
        {form !== undefined && tool("restore", messages.correct(title), () => onCorrect(form))}
        {isRecorded(item) && tool("repeat", messages.speakLive(title), onLive)}
        {tool("close", messages.remove(title), () => onRemove(title))}
      </div>
    </li>
  );
}

/** Takes a name. Enter keeps it, Escape doesn't. */
function NameField({
  name,
  placeholder,
  onDone,
}: {
  readonly name: string;
  readonly placeholder: string;
  readonly onDone: (name: string | undefined) => void;
}) {
  const { messages } = useHistoryTexts(presentMessages);
  return (
    <input
      className={styles["name"]}
      aria-label={messages.name}
      defaultValue={name}
      placeholder={placeholder}
      maxLength={120}
      // biome-ignore lint/a11y/noAutofocus: a person pressed the button whose place it takes
      autoFocus
      onBlur={(event) => onDone(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        event.stopPropagation();
        onDone(event.key === "Enter" ? event.currentTarget.value : undefined);
      }}
    />
  );
}

/**
 * What is wrong with a script that isn't spoken yet, before a room hears of it: that it can't be sent, or that its
 * voice doesn't speak what is written. Undefined where nothing is.
 */
function describeScriptProblem(form: TakeForm, texts: PresentTexts): string | undefined {
  const plan = planOf(form);
  if (plan.obstacle !== undefined) return describeObstacle(plan.obstacle, plan.characters, texts);
  const { model, fields } = plan;
  const name = String(fields.find(({ field }) => field.kind === "voice")?.value ?? "");
  const mismatch = findMismatch(readWritingSystem(form.text), { model, models, name, atHand: () => [] });
  return mismatch && describeMismatch(mismatch, model, texts.language);
}
