import { useEffect, useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { whileWanted } from "../../kit/while-wanted.ts";
import type { DeclaredMessages } from "../messages/declare.ts";
import {
  type Texts,
  type TextsWith,
  useConfig,
  useDrawn,
  usePlayground,
  useSettings,
  useTexts,
} from "../page/playground-context.ts";
import type { LibrarySnapshot } from "./library.ts";
import { type HistoryMessages, historyMessages } from "./messages/index.ts";
import type { TakeDetails, TakeRow } from "./take.ts";

/** Texts and numbers of the board below: `takes` holds its own, the rest is as on the page. */
export interface HistoryTexts extends Texts {
  readonly takes: HistoryMessages;
  /** The group multiplier of prices as a person has entered it by now: for what is to be sent. */
  readonly multiplier: number | undefined;
  /** The address below which our own sample recordings are fetched; undefined where no service can. */
  readonly references: string | undefined;
}

/** Texts and numbers of the board below. */
export function useHistoryTexts(): HistoryTexts;
/** The same, and the texts of a part. */
export function useHistoryTexts<Messages>(declared: DeclaredMessages<Messages>): HistoryTexts & TextsWith<Messages>;
export function useHistoryTexts<Messages>(declared?: DeclaredMessages<Messages>): HistoryTexts {
  const own: DeclaredMessages<unknown> = declared ?? historyMessages;
  const texts = useTexts(own);
  const multiplier = useSettings((settings) => settings.multiplier);
  const references = useConfig().data?.references;
  return useMemo(
    () => ({ ...texts, takes: historyMessages.in(texts.language), multiplier, references }),
    [texts, multiplier, references],
  );
}

/** One part of what `useLibrary` gives; the component is drawn again only when that part changes. */
export function useLibrary<Part>(select: (snapshot: LibrarySnapshot) => Part): Part;
/** All takes, and where they are kept. */
export function useLibrary(): LibrarySnapshot;
export function useLibrary(select: (snapshot: LibrarySnapshot) => unknown = (snapshot) => snapshot): unknown {
  const { library } = usePlayground();
  return useDrawn(library.subscribe, library.getSnapshot, useShallow(select));
}

/** A take's details, read anew whenever its row has changed: then more may have come. */
export function useDetails(row: TakeRow | undefined): TakeDetails | undefined {
  const { library } = usePlayground();
  const [details, setDetails] = useState<TakeDetails>();
  useEffect(() => {
    if (row === undefined) return;
    return whileWanted(library.details(row.id), setDetails);
  }, [library, row]);
  return details;
}
