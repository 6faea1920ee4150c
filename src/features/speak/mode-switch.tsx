import { useEffect, useRef, useState } from "react";
import { type Mode, modes } from "../../contract/model.ts";
import { modeLimit } from "../../contract/modes.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { type Texts, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import type { Plan } from "../../core/submit/derive.ts";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import styles from "./send.module.css";

/** The order in which the modes are shown: from one whole answer to a task. */
const shownOrder = ["speech", "stream", "async"] as const satisfies readonly Mode[];

/** The mode that holds. One that is off says why. */
export function ModeSwitch() {
  const texts = useTexts();
  const plan = usePlan();
  const setMode = useSettings((settings) => settings.setMode);
  const { page } = texts;
  return (
    <>
      <Segmented
        label={page.mode.label}
        value={plan.mode}
        onChange={(mode) => setMode(plan.model.id, mode)}
        options={shownOrder.map((mode) => ({
          value: mode,
          label: page.mode.names[mode],
          description: describeMode(mode, plan, texts),
          off: !plan.availability[mode].on,
        }))}
      />
      <Announcer text={useSwitchAnnouncement(plan, texts)} />
    </>
  );
}

/** What the mode that holds means, where one looks for it; the ruler tells how long a script may be. */
export function ModeSentence() {
  const { page } = useTexts();
  return <p className={styles["about"]}>{page.mode.about[usePlan().mode](undefined)}</p>;
}

/** How HTTP or WebSocket is chosen; shown where there is a choice. */
export function TransportSwitch() {
  const { page } = useTexts();
  const { transport, transports } = usePlan();
  const { settings } = usePlayground();
  if (transports.length < 2) return null;
  return (
    <Segmented
      label={page.mode.transport}
      value={transport}
      onChange={(next) => settings.setState({ transport: next })}
      options={optionsOf(transports, page.mode.transports, page.mode.aboutTransport)}
    />
  );
}

/** Why the mode isn't the chosen one; undefined while it is, and where no mode takes the script. */
export function switchReason({ effective, model, availability }: Plan, { page }: Texts): string | undefined {
  const { yielded, mode } = effective;
  if (yielded === undefined || mode === yielded.from || effective.blocked !== undefined) return undefined;
  const to = page.mode.lower[mode];
  if (yielded.limit === undefined) return page.mode.switchedNotOffered(model.label, page.mode.lower[yielded.from], to);
  const { from, limit } = yielded;
  const others = modes.flatMap((other) => {
    const state = availability[other];
    if (other === from || state.on || state.reason !== "too_long") return [];
    return [page.mode.ends(page.mode.names[other], state.limit)];
  });
  const ends = others.reduce(page.mode.bothEnd, page.mode.ends(page.mode.names[from], limit));
  return page.mode.switchedTooLong(ends, to);
}

function describeMode(mode: Mode, { model, availability, characters }: Plan, { page }: Texts): string {
  const state = availability[mode];
  if (state.on) return page.mode.about[mode](modeLimit(model, mode));
  const name = page.mode.lower[mode];
  if (state.reason === "not_offered") return page.mode.notOffered(model.label, name);
  return state.reason === "in_parts" ? page.mode.inParts(name) : page.mode.tooLong(name, state.limit, characters);
}

/**
 * What a screen reader hears when the mode changes by itself, when the choice comes back, and when no mode takes the
 * script any more; empty on a fresh page. Said once for each change, not for every character behind it.
 */
function useSwitchAnnouncement(plan: Plan, texts: Texts): string {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef<{ readonly mode: Mode; readonly blocked: boolean; readonly yielded: boolean }>(undefined);
  const reason = switchReason(plan, texts);
  const { mode, obstacle, characters } = plan;
  const blocked = obstacle?.kind === "too_long";
  const obstacleText = useRef("");
  const { page } = texts;
  useEffect(() => {
    obstacleText.current = blocked ? describeObstacle(obstacle, characters, texts) : "";
  });
  useEffect(() => {
    const last = before.current;
    const yielded = reason !== undefined;
    before.current = { mode, blocked, yielded };
    if (last === undefined) return;
    if (last.mode === mode && last.blocked === blocked && last.yielded === yielded) return;
    if (blocked) setAnnouncement(obstacleText.current);
    else if (reason !== undefined) setAnnouncement(reason);
    else setAnnouncement(last.yielded || last.blocked ? page.mode.back(page.mode.names[mode]) : "");
  }, [mode, blocked, reason, page]);
  return announcement;
}
