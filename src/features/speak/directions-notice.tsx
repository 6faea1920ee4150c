import { usePlan } from "../../core/page/plan-context.tsx";
import { useLanguage, usePlayground, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { deriveParts } from "../../core/submit/derive.ts";
import { type Direction, pauseRange } from "../../core/text/directions.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Notice } from "../../kit/notice.tsx";
import { directionsMessages } from "./messages/index.ts";
import styles from "./send.module.css";

/** So many directions that can't be followed are told; the others when these are mended. */
const toldAtOnce = 3;

/**
 * What the brackets of the script do, which of them can't be followed, and the choice to have them spoken. Default
 * export, because it is loaded for scripts that have some.
 */
export default function DirectionsNotice() {
  const { messages } = useTexts(directionsMessages);
  const language = useLanguage();
  const script = useScript();
  const plan = usePlan();
  const follows = useSettings((settings) => settings.followsDirections);
  const { cues, model, obstacle } = plan;
  const wrong = obstacle?.kind === "directions" ? obstacle.wrong.slice(0, toldAtOnce) : [];
  const voices = new Set(cues.flatMap((cue) => ("voice" in cue ? [voiceNamed(model, cue.voice, language)] : [])));
  const pauses = cues.filter((cue) => "pause" in cue).length;
  const requests = deriveParts(plan, script).length;
  const whatIsDone = requests === 0 ? messages.nothingElse : messages.followed(pauses, [...voices], requests);

  function explain(direction: Direction): string {
    return direction.kind === "pause"
      ? messages.pauseRange(direction.seconds, pauseRange.minimum, pauseRange.maximum)
      : messages.unknownVoice(direction.name, model.label);
  }

  return (
    <div className={styles["notices"]}>
      {wrong.map((direction, index) => (
        <Notice key={direction.start} tone="warn">
          {explain(direction)}
          <Button size="pill" className={styles["remedy"]} onClick={() => focusScript(direction.start, direction.end)}>
            {messages.show}
          </Button>
          {index === wrong.length - 1 && <FollowButton />}
        </Notice>
      ))}
      {wrong.length === 0 && (
        <Notice tone="quiet">
          {follows ? whatIsDone : messages.spoken}
          <FollowButton />
        </Notice>
      )}
    </div>
  );
}

/** It stands in another notice behind its press. */
const toFollowing = focusAfter((rest) => rest.querySelector("[data-follows]"));

/** Has the brackets spoken, or followed again. */
function FollowButton() {
  const { messages } = useTexts(directionsMessages);
  const follows = useSettings((settings) => settings.followsDirections);
  const { settings } = usePlayground();
  return (
    <Button
      ref={toFollowing}
      data-follows=""
      size="pill"
      className={styles["remedy"]}
      onClick={() => settings.setState({ followsDirections: !follows })}
    >
      {follows ? messages.speak : messages.follow}
    </Button>
  );
}
