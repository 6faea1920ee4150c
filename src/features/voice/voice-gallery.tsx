import { useStore } from "zustand";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import type { Price } from "../../contract/prices.ts";
import { boardOf } from "../../core/page/board.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import type { Playground } from "../../core/page/playground.ts";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { countSent, measureText } from "../../core/submit/derive.ts";
import { describePrice } from "../../core/submit/describe-plan.ts";
import { planAside } from "../../core/submit/plan-aside.ts";
import { sendInTurn } from "../../core/submit/send-in-turn.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import { useUnlistedQuestion } from "../../core/submit/use-unlisted-question.tsx";
import { useOffers } from "../../core/takes/offers.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { respell, usablePronunciations } from "../../core/text/pronunciations.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { samplePrice } from "../../core/voices/sample-sentence.ts";
import { Button } from "../../kit/button.tsx";
import { galleryOf, voicesToSpeak } from "./gallery.ts";
import { toSearch } from "./to-search.ts";
import styles from "./voice.module.css";
import VoicePanel from "./voice-panel.tsx";

interface VoiceGalleryProps {
  readonly field: VoiceField;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

/** The voices of the form's model: one is chosen by a press, several are ticked and heard side by side. */
export default function VoiceGallery({ field, chosen, onChoose, onClose }: VoiceGalleryProps) {
  const texts = useTexts(voiceMessages);
  const { page, messages, numbers, language } = texts;
  const playground = usePlayground();
  const { model, pronunciations } = usePlan();
  const { compare } = useOffers();
  const { whereAgreed, question } = useUnlistedQuestion();
  const config = useConfig().data;
  const multiplier = useSettings((settings) => settings.multiplier);
  const { ticked: all, tick } = useStore(galleryOf(playground));
  // The voice that speaks now is one of them until somebody says otherwise.
  const ticked = all[model.id] ?? [chosen];
  const most = compare?.most ?? 0;

  function priceOf(count: number, text: string): string {
    if (config?.service === "embedded") return page.price.free;
    const sent = respell(text, pronunciations).text;
    const one = samplePrice({ model, field, name: chosen, text: sent }, multiplier);
    const whole: Price = one.kind === "tokens" ? { ...one, tokens: one.tokens * count } : one;
    return describePrice(whole, { embedded: false, multiplier }, texts);
  }

  return (
    <>
      <VoicePanel
        field={field}
        chosen={chosen}
        onChoose={onChoose}
        onClose={onClose}
        ticked={compare === undefined ? undefined : ticked}
        onTick={(names) => tick(model.id, names)}
        most={most}
        end={({ found, narrowed, text }) => {
          if (compare === undefined) return { buttons: null };
          const names = voicesToSpeak(ticked, found, narrowed, most);
          const isReady = names.length > 1 && text !== "";
          const tickedText = names.length === most ? messages.tickedMost : messages.ticked;
          const countText = names === found ? messages.left : tickedText;
          const go = (): void => {
            if (!isReady) return;
            whereAgreed([model], () => {
              const ids = speakWith(playground, { model, field, names, text, language });
              tick(model.id, undefined);
              onClose();
              compare.choose(playground, ids);
              boardOf(playground).getState().bringUp("compare");
            });
          };
          const characters = names.length * countSent(text, pronunciations);
          return {
            go,
            buttons: (
              <div className={styles["end"]}>
                <p className="note" role="status">
                  {text === "" ? (
                    messages.noText
                  ) : isReady ? (
                    <>
                      <b>{countText(names.length)}</b>{" "}
                      {[page.script.characters(characters), priceOf(names.length, text)].join(" · ")}
                    </>
                  ) : (
                    messages.tickSome(numbers.integer(most))
                  )}
                </p>
                {ticked.length > 1 && (
                  <Button ref={toSearch} onClick={() => tick(model.id, [])}>
                    {messages.clearTicks}
                  </Button>
                )}
                <Button look="accent" disabled={!isReady} onClick={go}>
                  {messages.speakWith}
                </Button>
              </div>
            ),
          };
        }}
      />
      {question}
    </>
  );
}

/** What is spoken with several voices. */
interface SpokenWith {
  readonly model: ModelDescriptor;
  readonly field: VoiceField;
  readonly names: readonly string[];
  readonly text: string;
  readonly language: InterfaceLanguage;
}

/**
 * Makes a take of `text` for each voice, with everything else as the form has it, tells them at once, and sends them
 * one after the other.
 */
function speakWith(playground: Playground, { model, field, names, text, language }: SpokenWith): TakeId[] {
  const { settings } = playground;
  const { values, pronunciations } = settings.getState();
  const measures = measureText(text, usablePronunciations(pronunciations));
  const submissions = names.map((name) => {
    const form = { ...values[model.id], [field.key]: name };
    return submissionOf(planAside(settings, { model, form }, language, measures), text, form);
  });
  return sendInTurn(playground, submissions);
}
