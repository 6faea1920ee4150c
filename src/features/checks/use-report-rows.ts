import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Check } from "../../conformance/checks/check.ts";
import { type Baseline, baselineOf, entryFor, figuresMoved, rowBeside } from "../../conformance/report/baseline.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import { soundMoved } from "../../conformance/report/sound-moved.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { type Baselines, baselinesOf } from "./baselines.ts";
import { checksOf } from "./checks.ts";
import { measure } from "./measure-here.ts";
import { checksMessages } from "./messages/index.ts";
import { openedKind, type Report, rowsOf } from "./reports.ts";
import { isSameSound, type SoundPlaces, soundOf } from "./row-sound.ts";
import { useChecks } from "./use-checks.ts";

export function useBaselines<Part>(select: (baselines: Baselines) => Part): Part {
  return useStore(baselinesOf(usePlayground()), select);
}

/** Where the page has the sounds of results. */
export function useSoundPlaces(): SoundPlaces {
  const playground = usePlayground();
  const opened = useBaselines((baselines) => baselines.opened);
  return useMemo(
    () => ({ takes: playground.library, kept: checksOf(playground).sounds, opened }),
    [playground, opened],
  );
}

/** The run that a report is held against; undefined for the run before. */
export function baselineFor(
  report: Report,
  reports: readonly Report[],
  against: Baselines["against"],
): Report | undefined {
  if (against === undefined) return reports.find(({ from }) => from !== undefined && from === report.kind);
  return reports.find(({ kind }) => kind === against && kind !== report.kind);
}

/** A report's rows, beside those of the run that it is held against. */
export function useReportRows(
  report: Report,
  baseline: Report | undefined,
  known: readonly Check[],
): readonly ReportRow[] {
  const { language } = useTexts(checksMessages);
  const begun = useChecks((checks) => checks.begun);
  const opened = useBaselines((baselines) => baselines.opened);
  const rows = useMemo(() => {
    const own = (each: Report) => (each.kind === openedKind ? (opened?.rows ?? []) : rowsOf(each, known, begun));
    return {
      own: own(report),
      before: baseline === undefined ? undefined : baselineOf(baseline, own(baseline)),
    };
  }, [report, baseline, known, begun, opened]);
  const sounds = useMovedSounds(rows.own, rows.before, language);
  return useMemo(() => {
    const { own, before } = rows;
    if (before === undefined) return own;
    return own.map((row) => {
      const entry = entryFor(row, before);
      const last = entry?.record?.last;
      if (row.record === undefined || last === undefined) return row;
      const moved = figuresMoved(last, row.record.last, language);
      const beside = rowBeside(row, entry, [...moved, ...(sounds.get(row.check.id) ?? [])]);
      return entry?.sound === undefined ? beside : { ...beside, soundBefore: entry.sound };
    });
  }, [rows, sounds, language]);
}

/** What is said of sounds that aren't like the baseline's, by the ids of the checks: told one by one. */
function useMovedSounds(
  rows: readonly ReportRow[],
  baseline: Baseline | undefined,
  language: InterfaceLanguage,
): ReadonlyMap<string, readonly string[]> {
  const places = useSoundPlaces();
  const [told, setTold] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  /** Each pair is listened to once. */
  const heard = useRef(new Map<string, readonly string[]>()).current;
  useEffect(() => {
    let gone = false;
    async function compare(): Promise<void> {
      const found = new Map<string, readonly string[]>();
      for (const row of rows) {
        const before = baseline && entryFor(row, baseline);
        const [last, earlierLast] = [row.record?.last, before?.record?.last];
        if (before === undefined || measure === undefined || isSameSound(last, earlierLast)) continue;
        const pair = [row.check.id, last?.at, earlierLast?.at, language].join(" ");
        let moved = heard.get(pair);
        if (moved === undefined) {
          const now = await soundOf({ last, file: row.sound }, places);
          const earlier = now && (await soundOf({ last: earlierLast, file: before.sound }, places));
          if (gone) return;
          if (now === undefined || earlier === undefined) continue;
          moved = await soundMoved(now, earlier, measure, language);
          heard.set(pair, moved);
        }
        if (moved.length > 0) found.set(row.check.id, moved);
      }
      if (!gone) setTold(found);
    }
    compare();
    return () => {
      gone = true;
    };
  }, [rows, baseline, places, language, heard]);
  return told;
}
