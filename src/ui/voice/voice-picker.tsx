import { Popover, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { VoiceField } from "../../contract/model.ts";
import type { FieldState } from "../../state/derive-form.ts";
import { ProblemText } from "../fields/problem-text.tsx";
import { Icon } from "../kit/icon.tsx";
import { usePlan } from "../plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../playground-context.ts";
import { describeVoice } from "./describe-voice.ts";
import styles from "./voice.module.css";

// Not needed for the first sentence: fetched while nothing else is to do, so that it is there before anybody looks.
const loadList = () => import("./voice-list.tsx");
const VoiceList = lazy(() => loadList().then(({ VoiceList: list }) => ({ default: list })));
const loadHear = () => import("./hear-chosen.tsx");
const HearChosen = lazy(loadHear);

/** The chosen voice, and a list to choose another one from, under any of the names that people know it by. */
export function VoicePicker({ state }: { readonly state: FieldState<VoiceField> }) {
  const texts = useTexts();
  const { model } = usePlan();
  const chooseVoice = useSettings((settings) => settings.chooseVoice);
  const { samples } = usePlayground();
  const [open, setOpen] = useState(false);
  const [canHear, setCanHear] = useState(false);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { field, value, problem } = state;
  const { t } = texts;
  const name = String(value ?? "");
  const voice = field.voices.find((candidate) => candidate.name === name);
  const label = voice?.label ?? name;
  const unready = (
    <span aria-hidden="true" className={styles["hear"]}>
      <Icon name="play" size={0.875} />
    </span>
  );
  const about = voice === undefined ? t.voice.freeNote : describeVoice(voice, texts);

  useEffect(() => {
    const wait = window.setTimeout(() => {
      Promise.all([loadList(), loadHear(), samples()]).then(
        () => setCanHear(true),
        () => undefined,
      );
    }, 1_000);
    return () => clearTimeout(wait);
  }, [samples]);

  function close(): void {
    setOpen(false);
    trigger.current?.focus();
  }

  return (
    <div data-field={field.key}>
      <Popover
        opened={open}
        onDismiss={() => setOpen(false)}
        width="target"
        position="bottom-start"
        offset={6}
        withRoles={false}
        // The list knows what Escape ends: a question first, and only then itself.
        closeOnEscape={false}
        hideDetached={false}
        transitionProps={{ duration: 120, transition: "fade" }}
        classNames={{ dropdown: styles["dropdown"] ?? "" }}
      >
        <Popover.Target>
          <div className={styles["card"]}>
            {canHear ? (
              <Suspense fallback={unready}>
                <HearChosen field={field} name={name} label={label} quiet={open} below={below} />
              </Suspense>
            ) : (
              unready
            )}
            <button
              ref={trigger}
              type="button"
              className={styles["trigger"]}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              onKeyDown={(event) => {
                if (event.key === "Escape") setOpen(false);
                if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
                event.preventDefault();
                setOpen(true);
              }}
            >
              <span className={styles["who"]}>
                <span className={styles["voiceName"]}>
                  <VisuallyHidden component="span">{t.voice.choose("")}</VisuallyHidden>
                  {label}
                </span>
                <span className={styles["about"]}>{about}</span>
              </span>
              <Icon name="chevron" />
            </button>
          </div>
        </Popover.Target>
        <Popover.Dropdown>
          {open && (
            <Suspense fallback={<div className={styles["panel"]} />}>
              <VoiceList
                field={field}
                chosen={name}
                onChoose={(next) => {
                  chooseVoice(model.id, field.key, next);
                  close();
                }}
                onClose={close}
              />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      <div ref={setBelow} />
      {problem !== undefined && (
        <p className={styles["problem"]}>
          <ProblemText problem={problem} name={texts.of(field.label)} />
        </p>
      )}
    </div>
  );
}
