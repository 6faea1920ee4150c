import { useEffect, useMemo, useRef } from "react";
import type { StageActs, StageComparisonProps } from "../../core/stage/stage-acts.ts";
import { canMeasure } from "../../core/takes/measure-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { BlindStage } from "./blind-stage.tsx";
import styles from "./compare.module.css";
import { Transport } from "./compare-transport.tsx";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { ListenView } from "./listen-view.tsx";
import { type CompareLook, CompareLookContext } from "./look.ts";
import { playFromStart } from "./play-from-start.ts";
import { useAnalyses, useListening } from "./use-listening.ts";

/**
 * Takes against each other, large, for people in a room. Default export, because it is loaded when somebody wants that.
 */
export default function CompareStage({ takes, blind, venue, figures, onActs }: StageComparisonProps) {
  const analyses = useAnalyses(takes);
  const listening = useListening(takes);
  const look = useMemo<CompareLook>(() => ({ large: true, heading: "h2", figures }), [figures]);
  useListenActs(takes, listening, blind === undefined ? onActs : undefined);
  return (
    <CompareLookContext value={look}>
      <div className={styles["large"]}>
        {blind !== undefined ? (
          <BlindStage takes={takes} kind={blind} venue={venue} listening={listening} onActs={onActs} />
        ) : (
          <div>
            <ListenView takes={takes} analyses={analyses} listening={listening} />
            <Transport listening={listening} />
          </div>
        )}
      </div>
    </CompareLookContext>
  );
}

/** Press by press: each of the takes from its beginning. A number goes over to it at the same moment, else plays it. */
function useListenActs(
  takes: readonly TakeRow[],
  listening: ComparedListeningStore,
  onActs: StageComparisonProps["onActs"] | undefined,
): void {
  const heard = useMemo(() => takes.filter(canMeasure), [takes]);
  /** Whether somebody has asked for sound since it is shown. */
  const begun = useRef(false);
  useEffect(() => {
    if (onActs === undefined) return;
    const play = (row: TakeRow | undefined): boolean => {
      if (row === undefined) return false;
      begun.current = true;
      playFromStart(listening, row.id);
      return true;
    };
    const at = () => heard.findIndex(({ id }) => id === listening.getState().active);
    const acts: StageActs = {
      on: () => play(begun.current ? heard[at() + 1] : heard[0]),
      back() {
        if (!begun.current) return false;
        if (at() > 0) return play(heard[at() - 1]);
        acts.anew();
        return true;
      },
      playOrPause() {
        begun.current = true;
        listening.getState().toggle();
      },
      choose(number) {
        const row = takes[number - 1];
        if (row === undefined) return;
        // A room wants to hear what was chosen, not to see that it was.
        if (listening.getState().playing) listening.getState().select(row.id);
        else if (heard.includes(row)) play(row);
      },
      anew() {
        begun.current = false;
        listening.getState().pause();
        listening.getState().seek(0);
      },
      pause: () => listening.getState().pause(),
      moment: () => listening.getState().moment(),
    };
    onActs(acts);
    return () => onActs(undefined);
  }, [takes, heard, listening, onActs]);
}
