import { useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Check } from "../../kit/check.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { type BlindHands, verdictOfHands } from "./blind.ts";
import styles from "./compare.module.css";
import { useLook } from "./look.ts";
import { compareMessages } from "./messages/index.ts";
import { type BlindRoundParts, useBlindRound } from "./use-blind-round.ts";

/** A difference of level that may decide which of two one prefers, in dB. */
const audible = 0.5;
const verdicts = ["a", "none", "b"] as const;

/** One round: A and B, and X where that is asked, under their places' names only. */
export function BlindRound(parts: BlindRoundParts) {
  const { test, listening } = parts;
  const { messages, page, language } = useHistoryTexts(compareMessages);
  const { large, heading: Heading } = useLook();
  const playing = useStore(listening, (state) => state.playing);
  const matched = useStore(listening, (state) => state.matched);
  const decibels = useStore(listening, (state) => state.decibels);
  const setMatched = useStore(listening, (state) => state.setMatched);
  const isSilent = useStore(listening, (state) => test.pair.some(state.isSilent));
  const reason = useId();
  const root = useRef<HTMLDivElement>(null);
  const { places, toHear, hasty, said, turnTo, decide, reveal } = useBlindRound(parts, root);
  const names = test.kind === "abx" ? messages.blind.verdictsX : messages.blind.verdicts;
  const keys = test.kind === "abx" ? messages.blind.withX : messages.blind;
  const count = test.rounds.length;
  const [first = 0, second = 0] = test.pair.map((id) => decibels.get(id));
  const unequal = Math.abs(first - second) >= audible;

  useEffect(() => {
    if (large) return;
    // On a low board the verdicts would lie below its edge.
    root.current?.querySelector(`[data-verdicts]`)?.scrollIntoView({ block: "nearest" });
    root.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [large]);

  return (
    <div ref={root} className={styles["round"]} tabIndex={large ? undefined : -1}>
      <div className={styles["bar"]}>
        <Heading className={styles["roundName"]}>{messages.blind.round(count + 1)}</Heading>
        <IconButton
          icon={playing ? "pause" : "play"}
          label={playing ? page.player.pause : page.player.play}
          look="play"
          className={styles["play"]}
          onClick={() => listening.getState().toggle()}
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: presses of the radios inside */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the radios' own keys press them, too */}
        <span
          className={styles["places"]}
          data-sounds={playing || undefined}
          data-heard={test.heard.join(" ")}
          onClick={({ target }) => {
            // Also that which is chosen already, which is no change.
            const pressed = places.find((place) => target instanceof HTMLInputElement && target.value === place);
            if (large && pressed !== undefined) turnTo(pressed);
          }}
        >
          <Segmented
            label={messages.blind.place}
            value={test.place}
            options={optionsOf(places, messages.blind.places)}
            small={!large}
            onChange={large ? () => undefined : turnTo}
          />
        </span>
        <Check checked={matched} onChange={setMatched} data-control="">
          {messages.listen.match}
        </Check>
        <span className="quiet">{messages.blind.countHidden(count)}</span>
      </div>
      {isSilent && <Notice tone="warn">{messages.blind.silent}</Notice>}
      {unequal && !matched && <Notice tone="warn">{messages.blind.unmatched}</Notice>}
      <p id={reason} className={styles["toHear"]} data-hasty={hasty || undefined}>
        {toHear}
      </p>
      <div className={styles["verdicts"]} data-verdicts="">
        {verdicts.map((verdict) => (
          <Button
            key={verdict}
            aria-disabled={toHear !== "" || undefined}
            aria-describedby={toHear === "" ? undefined : reason}
            onClick={() => decide(verdict)}
          >
            {names[verdict]}
          </Button>
        ))}
      </div>
      <div ref={toShownView} className={styles["roundEnd"]}>
        {large && <Hands off={toHear !== ""} onCount={(hands) => decide(verdictOfHands(hands), hands)} />}
        <div className={styles["bar"]} data-control="">
          <Button disabled={count === 0} onClick={reveal}>
            {messages.blind.reveal}
          </Button>
          <p className="quiet">{large ? keys.stageKeys : keys.keys(keyNamer(language))}</p>
        </div>
      </div>
      {!large && <p className="quiet">{messages.blind.hidden}</p>}
      <Announcer text={said} />
    </div>
  );
}

interface HandsProps {
  /** Whether something is still to be heard before a vote counts. */
  readonly off: boolean;
  readonly onCount: (hands: BlindHands) => void;
}

/** Takes how many hands of a room went up for A and for B; Enter counts them. */
function Hands({ off, onCount }: HandsProps) {
  const { messages } = useHistoryTexts(compareMessages);
  const field = (place: "a" | "b") => (
    <input
      type="number"
      name={place}
      min={0}
      max={9_999}
      required
      inputMode="numeric"
      aria-label={messages.blind.handsFor(messages.blind.places[place])}
    />
  );
  return (
    <form
      className={styles["hands"]}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        onCount({ a: Number(data.get("a")), b: Number(data.get("b")) });
        if (off) return;
        form.reset();
        // The keys are the clicker's again.
        form.closest("dialog")?.focus();
      }}
    >
      <span>{messages.blind.hands}</span>
      {field("a")} : {field("b")}
      <Button type="submit" aria-disabled={off || undefined}>
        {messages.blind.countHands}
      </Button>
    </form>
  );
}
