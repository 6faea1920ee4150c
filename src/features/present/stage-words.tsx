import { type ComponentProps, type RefObject, useEffect, useMemo, useRef } from "react";
import { estimateSeconds } from "../../contract/prices.ts";
import { ReadingView } from "../../core/captions/reading-view.tsx";
import { type ReadingLook, Sheet, useSheet } from "../../core/captions/sheet.tsx";
import { useWords } from "../../core/captions/use-words.ts";
import { useSound } from "../../core/page/playground-context.ts";
import type { Take } from "../../core/takes/take.ts";
import type { Words } from "../../core/text/words.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import { spokenLanguage } from "../../core/voices/spoken-language.ts";
import { listen } from "../../kit/listen.ts";
import { scrollBehavior } from "../../kit/scroll-behavior.ts";
import { useFrames } from "../../kit/use-frames.ts";
import { fitWords } from "./fit-words.ts";
import styles from "./stage.module.css";
import { stageScale } from "./stage-scale.ts";

/**
 * The words of a take, lit as they sound where their times are known; else they follow the sound as far as that can be
 * told.
 */
export function TakeWords({ take }: { readonly take: Take }) {
  const words = useWords(take)?.words;
  return words === undefined ? (
    <FollowingWords key={take.id} take={take} />
  ) : (
    <ReadingView take={take} words={words} look={stageLook} />
  );
}

/** A text as it stands. */
export function PlainWords({ text }: { readonly text: string }) {
  const words = useMemo(() => untimed(text), [text]);
  const sheet = useSheet(words, stageLook);
  return <Still words={words} sheet={sheet} lang={languageOfText(text)} />;
}

function FollowingWords({ take }: { readonly take: Take }) {
  const words = useMemo(() => untimed(take.text), [take.text]);
  const sheet = useSheet(words, stageLook);
  useFollowedShare(sheet.scroller, take);
  return <Still words={words} sheet={sheet} lang={spokenLanguage(take.text, take)} />;
}

function Still({ words, sheet, lang }: Omit<ComponentProps<typeof Sheet>, "look">) {
  return (
    <div className={stageLook.frame} {...stageLook.sizeOf(words.text)}>
      <Sheet words={words} sheet={sheet} look={stageLook} lang={lang} />
    </div>
  );
}

function untimed(text: string): Words {
  return { granularity: "word", words: [], text, spans: [] };
}

/** How much of the way to where it should be a text goes in a frame: it never leaps, and is there within a second. */
const ease = 0.06;
/** Where motion is unwelcome, a text stands still until it is so much of the height behind. */
const still = 0.3;

/**
 * Scrolls a text without word times by the share of the sound that was heard, so that a room sees about what it hears.
 * While more may come, how long it will be is estimated from the text. It ends for good when a person scrolls.
 */
function useFollowedShare(scroller: RefObject<HTMLElement | null>, take: Take): void {
  const sound = useSound();
  const estimated = useMemo(() => estimateSeconds(take.text), [take.text]);
  const follow = useRef({ top: 0, on: true });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const leave = (): void => {
      follow.current.on = false;
    };
    return listen(element, { wheel: leave, touchmove: leave }, { passive: true });
  }, [scroller]);

  useFrames(() => {
    const element = scroller.current;
    if (element === null || !follow.current.on || sound === undefined) return;
    const { scrollHeight, clientHeight } = element;
    if (scrollHeight <= clientHeight) return;
    const duration = sound.duration ?? 0;
    const whole = sound.running ? Math.max(duration, estimated) : duration;
    const share = whole === 0 ? 0 : Math.min(1, take.session.position() / whole);
    const { before, behind } = stageLook.margin;
    const text = scrollHeight - (before + behind) * clientHeight;
    const wanted = before * clientHeight + share * text - stageLook.band.place * clientHeight;
    const target = Math.min(Math.max(0, wanted), scrollHeight - clientHeight);
    const { top } = follow.current;
    if (scrollBehavior() === "smooth") follow.current.top += (target - top) * ease;
    else if (Math.abs(target - top) > still * clientHeight || share === 1) follow.current.top = target;
    element.scrollTop = follow.current.top;
  }, sound?.playback === "playing");
}

/** Words on the stage: read from the last row, with the current line in the middle. */
const stageLook: ReadingLook = {
  frame: styles["reading"],
  scroller: styles["words"],
  sizeOf: (text) => ({ style: { "--scale": stageScale(text) } }),
  band: { from: 1 / 3, to: 2 / 3, place: 0.36 },
  // The last words come into the band, too; the first ones stand at the top, where one looks for them.
  margin: { before: 0.06, behind: 1 / 3 },
  phrased: true,
  fit: fitWords,
  line: { height: 64, characters: 36 },
};
