import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { models } from "../../contract/models/index.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { isRecorded, type ProgrammeItem, scriptOf } from "../../core/programme/programme-item.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import { saidByForm } from "../../core/submit/follow-directions.ts";
import { planOfForm } from "../../core/submit/submission.ts";
import type { TakeForm, TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { readWritingSystem } from "../../core/text/writing-system.ts";
import { describeMismatch } from "../../core/voices/describe-mismatch.ts";
import { findMismatch } from "../../core/voices/voice-fit.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Menu, MenuItem } from "../../kit/popup.tsx";
import { describeBeside, describeItem, describeState } from "./describe-item.ts";
import { type PresentTexts, presentMessages } from "./messages/index.ts";
import { canBeShown, countBeside, type Playability, playabilityOfItem } from "./playability.ts";
import styles from "./programme.module.css";
import { useFocusSoon } from "./use-focus-soon.ts";

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
  readonly onEditSlide: () => void;
  readonly onNotes: () => void;
  /** Shows its name on the stage, or doesn't. */
  readonly onTitle: () => void;
  readonly onGrab: (event: PointerEvent) => void;
  /** Whether it is dragged, or what is dragged would stand beside it. */
  readonly drag: "dragged" | "above" | "below" | undefined;
  /** Lets a script be spoken live again. */
  readonly onLive: () => void;
  readonly onRemove: (title: string) => void;
}

const lost: ReadonlySet<Playability> = new Set(["gone", "silent", "unreadable"]);

export function ProgrammeRow(props: ProgrammeRowProps) {
  const { item, index, row, current, drag, onShow, onMove } = props;
  const texts = useHistoryTexts(presentMessages);
  const { messages, numbers } = texts;
  const { library } = usePlayground();
  const { loaded } = useLibrary();
  const [naming, setNaming] = useState(false);
  const face = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    if (wasNaming.current && !naming) face.current?.focus();
    wasNaming.current = naming;
  }, [naming]);
  const there = row?.deleted === undefined ? row : undefined;
  const { title, lang, voice, model } = describeItem(item, there, texts);
  const playability = playabilityOfItem(item, row, loaded);
  const form = useMemo(() => scriptOf(item)?.form, [item]);
  const unspoken = playability === "unspoken" ? form : undefined;
  const problem = useMemo(() => unspoken && describeScriptProblem(unspoken, texts), [unspoken, texts]);
  const isPartial = playability === "kept" && row?.sound === "partial";
  const state = describeState(playability, row, messages);
  const kind = messages.kinds[item.kind];
  const beside = countBeside(item, library);
  const lacks = loaded && describeBeside(beside, messages);
  const isLacking = loaded && beside.gone + beside.silent + beside.partial > 0;
  const isLost = lost.has(playability) || (loaded && !canBeShown(item, library));
  const heard =
    item.kind === "take" || item.kind === "script"
      ? [voice, model, problem ?? state]
      : [kind, item.kind !== "slide" && lacks];
  const about = [...heard, item.notes !== undefined && messages.notes.there];
  return (
    <li className={styles["item"]} data-item={item.id} data-lost={isLost || undefined} data-drag={drag}>
      {naming ? (
        <NameField
          name={item.name}
          placeholder={title}
          onDone={(name) => {
            setNaming(false);
            if (name !== undefined && name.trim() !== item.name) props.onRename(name);
          }}
        />
      ) : (
        <Button
          ref={face}
          look="bare"
          className={styles["face"]}
          aria-current={current || undefined}
          aria-keyshortcuts={`${ariaKeys("programme", "higher")} ${ariaKeys("programme", "lower")}`}
          onClick={onShow}
          onKeyDown={(event) => {
            const way = shortcutOf(shortcutTable.programme, chordOf(event));
            if (way === undefined) return;
            event.preventDefault();
            onMove(title, way === "higher" ? -1 : 1);
          }}
        >
          <span className={styles["number"]}>{numbers.integer(index + 1)}</span>
          <span className={styles["words"]}>
            <span className={styles["title"]} dir="auto" lang={title === "" ? undefined : lang}>
              {title || kind}
            </span>
            <span className={styles["about"]} data-warns={problem !== undefined || isPartial || isLacking || undefined}>
              {about.filter(Boolean).join(" · ")}
            </span>
          </span>
        </Button>
      )}
      <div className={styles["tools"]}>
        {/* By the keyboard it is moved by its menu, or by keys. */}
        <span className={styles["handle"]} title={messages.drag} onPointerDown={props.onGrab}>
          <Icon name="lines" size={1} />
        </span>
        <RowMenu {...props} title={title || kind} form={form} onName={() => setNaming(true)} />
      </div>
    </li>
  );
}

interface RowMenuProps extends ProgrammeRowProps {
  readonly title: string;
  readonly form: TakeForm | undefined;
  readonly onName: () => void;
}

/** Everything that one can do with an item. */
function RowMenu(props: RowMenuProps) {
  const { item, index, count, title, form, onMove, onName, onCorrect, onEditSlide, onTitle, onLive, onRemove } = props;
  const { messages, takes } = useHistoryTexts(presentMessages);
  const [opened, setOpened] = useState(false);
  const choice = (label: string, act: () => void, off = false) => (
    <MenuItem disabled={off} onClick={act}>
      {label}
    </MenuItem>
  );
  return (
    <span
      // In the menu, Escape closes that alone.
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape" || !opened) return;
        event.preventDefault();
        event.stopPropagation();
        setOpened(false);
      }}
    >
      <Menu
        target={`#${programmeFloatsId}`}
        opened={opened}
        onChange={setOpened}
        button={
          <StageButton
            icon="more"
            label={messages.more(title)}
            size={1}
            className={styles["tool"]}
            aria-haspopup="menu"
            data-menu=""
            onClick={() => setOpened(!opened)}
          />
        }
      >
        {choice(messages.moveUp, () => onMove(title, -1), index === 0)}
        {choice(messages.moveDown, () => onMove(title, 1), index === count - 1)}
        {item.kind === "slide" ? choice(messages.slide.edit, onEditSlide) : choice(takes.edit, onName)}
        {item.kind !== "slide" && choice(item.titled === true ? messages.hideTitle : messages.showTitle, onTitle)}
        {choice(messages.notes.edit, props.onNotes)}
        {form !== undefined && choice(messages.correct, () => onCorrect(form))}
        {isRecorded(item) && choice(messages.speakLive, onLive)}
        {choice(messages.remove, () => onRemove(title))}
      </Menu>
    </span>
  );
}

/** Where the menus of the programme's rows float: nothing outside of the stage can be pressed. */
export const programmeFloatsId = "programme-floats";

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
  const { takes } = useHistoryTexts();
  const field = useFocusSoon();
  return (
    <input
      className={styles["name"]}
      aria-label={takes.name}
      defaultValue={name}
      placeholder={placeholder}
      maxLength={120}
      ref={field}
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
  const plan = planOfForm(form);
  if (plan.obstacle !== undefined) return describeObstacle(plan.obstacle, plan.characters, texts);
  const { model, fields } = plan;
  const name = String(fields.find(({ field }) => field.kind === "voice")?.value ?? "");
  const mismatch = findMismatch(readWritingSystem(saidByForm(form.text)), { model, models, name, atHand: () => [] });
  return mismatch && describeMismatch(mismatch, model, texts.language);
}
