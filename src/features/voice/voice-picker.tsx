import { Suspense, useEffect, useRef, useState } from "react";
import type { VoiceField } from "../../contract/model.ts";
import { ProblemText } from "../../core/fields/problem-text.tsx";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { loadPart } from "../../core/page/load-part.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import type { FieldState } from "../../core/submit/derive-form.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { shortEngineName } from "../../core/voices/natural-voices.ts";
import { voiceLabel } from "../../core/voices/voice-other-names.ts";
import { Button } from "../../kit/button.tsx";
import { classes } from "../../kit/classes.ts";
import { Icon } from "../../kit/icon.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import { describeVoice } from "./describe-voice.ts";
import { useNaturalEngines } from "./use-natural-engines.ts";
import styles from "./voice.module.css";

// Fetched when somebody turns to it, so that it is there when they press.
const VoiceGallery = lazyWithRetry(() => import("./voice-gallery.tsx"), null);
const expectPress = () => void VoiceGallery.expect().catch(() => undefined);
// Not needed for the first sentence: fetched while nothing else is to do.
const loadHear = () => import("./hear-chosen.tsx");
const HearChosen = lazyWithRetry(loadHear);

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
  const { page } = texts;
  const name = String(value ?? "");
  const voice = field.voices.find((candidate) => candidate.name === name);
  const label = voice === undefined ? name : voiceLabel(voice, texts.language);
  const unready = (
    <span aria-hidden="true" className={classes(styles["hear"], styles["unready"])}>
      <Icon name="play" size={0.875} />
    </span>
  );
  const engine = useNaturalEngines()?.(name);
  const about = [
    voice === undefined ? page.voice.freeNote : describeVoice(voice, texts),
    ...(engine === undefined ? [] : [voiceMessages.in(texts.language).natural(shortEngineName(engine))]),
  ].join(" · ");

  useEffect(() => {
    const wait = window.setTimeout(() => {
      Promise.all([loadPart(loadHear), samples()]).then(
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
      <div className={styles["card"]}>
        {canHear ? (
          <Suspense fallback={unready}>
            <HearChosen field={field} name={name} label={label} quiet={open} below={below} />
          </Suspense>
        ) : (
          unready
        )}
        <Button
          ref={trigger}
          look="bare"
          className={styles["trigger"]}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={expectPress}
          onFocus={expectPress}
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
              <VisuallyHidden>{page.voice.choose("")}</VisuallyHidden>
              {label}
            </span>
            <span className={styles["about"]} title={[about, engine].filter(Boolean).join("\n")}>
              {about}
            </span>
          </span>
          <Icon name="chevron" />
        </Button>
      </div>
      {open && (
        <VoiceGallery
          field={field}
          chosen={name}
          onChoose={(next) => {
            chooseVoice(model.id, field.key, next);
            close();
          }}
          onClose={close}
        />
      )}
      <div ref={setBelow} />
      <p className={styles["problem"]} role="status">
        {problem !== undefined && <ProblemText problem={problem} name={texts.of(field.label)} />}
      </p>
    </div>
  );
}
