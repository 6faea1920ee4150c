import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { isLoopback, isOnLine } from "../../api/network.ts";
import type { Observable } from "../../audio/base/store.ts";
import type { SessionSnapshot } from "../../audio/session/session.ts";
import type { InterfaceLanguage, Localized } from "../../contract/language.ts";
import { configAt } from "../../contract/playground.ts";
import { listen } from "../../kit/listen.ts";
import type { DeclaredMessages } from "../messages/declare.ts";
import { type Messages, pageMessages } from "../messages/index.ts";
import { languageOfBrowser } from "../messages/languages.ts";
import { type Numbers, numbersOf } from "../messages/numbers.ts";
import { deriveSound, type Sound } from "../sound/derive-sound.ts";
import { endedAt, type Take } from "../takes/take.ts";
import type { Takes } from "../takes/takes.ts";
import { firstScript } from "../text/scripts.ts";
import { deriveTrouble, type Trouble } from "./connection.ts";
import type { Playground } from "./playground.ts";
import { configQuery, modelListQuery } from "./queries.ts";
import { deriveGate, type Gate } from "./session.ts";
import type { Settings, SettingsActions } from "./settings.ts";

/** The page's state, for every component below the page's root. */
export const PlaygroundContext = createContext<Playground | undefined>(undefined);

/** The page's state. Throws outside of the page's root, where there is none. */
export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === undefined) throw new Error("There is no playground around this component.");
  return playground;
}

/** One part of the settings; the component is drawn again only when that part changes. */
export function useSettings<Part>(select: (settings: Settings & SettingsActions) => Part): Part {
  return useStore(usePlayground().settings, useShallow(select));
}

/** The interface's language: the one that was chosen, else the browser's. */
export function useLanguage(): InterfaceLanguage {
  return useSettings(({ language }) => language) ?? languageOfBrowser(navigator.languages);
}

/** Texts and numbers of the interface's language. */
export interface Texts {
  readonly language: InterfaceLanguage;
  readonly page: Messages;
  readonly numbers: Numbers;
  /** A text of the contract in the interface's language. */
  readonly of: (text: Localized) => string;
}

/** The same, and the texts of a part. */
export interface TextsWith<Messages> extends Texts {
  readonly messages: Messages;
}

/** Texts and numbers of the interface's language. */
export function useTexts(): Texts;
/** The same, and the texts of a part. */
export function useTexts<Messages>(declared: DeclaredMessages<Messages>): TextsWith<Messages>;
export function useTexts<Messages>(declared?: DeclaredMessages<Messages>): Texts | TextsWith<Messages> {
  const language = useLanguage();
  return useMemo(() => {
    const texts = {
      language,
      page: pageMessages.in(language),
      numbers: numbersOf(language),
      of: (text: Localized) => text[language],
    };
    return declared === undefined ? texts : { ...texts, messages: declared.in(language) };
  }, [language, declared]);
}

/** The script as it stands: what was written, else the sentence of a first visit. */
export function useScript(): string {
  const language = useLanguage();
  return useSettings(({ script }) => script) ?? firstScript[language];
}

/** Which service the page speaks with: the chosen one, where there are several. */
export function useConfig() {
  const service = useSettings((settings) => settings.service);
  return useQuery({ ...configQuery(usePlayground().client), select: (config) => configAt(config, service) });
}

/** What the service says about its models. */
export function useModelList() {
  const kept = useSettings((settings) => settings.service);
  const config = useConfig().data;
  return useQuery(modelListQuery(usePlayground().client, config === undefined ? kept : config.name));
}

/** What stands between the visitor and the playground, if anything does. */
export function useGate(): Gate | undefined {
  const config = useConfig().data;
  const list = useModelList().data;
  return useMemo(() => deriveGate(config, list), [config, list]);
}

/** What is wrong with the connection; undefined while nothing is. */
export function useTrouble(): Trouble | undefined {
  const config = useConfig();
  const list = useModelList();
  const onLine = useOnLine();
  return deriveTrouble(config, list, onLine, isLoopback(location.hostname));
}

/** Whether the browser believes that it has a network. */
export function useOnLine(): boolean {
  return useSyncExternalStore(followNetwork, isOnLine, isOnLine);
}

function followNetwork(listener: () => void): () => void {
  return listen(window, { online: listener, offline: listener });
}

/** One part of what `useTake` gives; the component is drawn again only when that part changes. */
export function useTake<Part>(select: (take: Take | undefined) => Part): Part;
/** The take in the player. */
export function useTake(): Take | undefined;
export function useTake(select: (take: Take | undefined) => unknown = whole): unknown {
  return useTakes(useShallow(({ current }) => select(current)));
}

const whole = <Value>(value: Value): Value => value;

/** The take that there is something to say of: what failed last, where an earlier take sounds in the player. */
export function useToldTake(): Take | undefined {
  return useTakes(({ current, failed }) => failed ?? current);
}

function useTakes<Part>(select: (takes: Takes) => Part): Part {
  const { takes } = usePlayground();
  return useDrawn(takes.subscribe, takes.getState, select, { first: takes.getInitialState });
}

/** What `read` gives. A change that `subscribe` tells of is drawn behind what is more urgent: {@link Drawing}. */
export function useDrawn<Value>(subscribe: Observable<unknown>["subscribe"] | undefined, read: () => Value): Value;
/**
 * What `select` makes of it; the component is drawn again only when that changes.
 *
 * @param options.first what stands there at the very first, in the page as it was built.
 * @param options.answers as for `Drawing.follow`.
 */
export function useDrawn<Value, Part>(
  subscribe: Observable<unknown>["subscribe"] | undefined,
  read: () => Value,
  select: (value: Value) => Part,
  options?: { readonly first?: () => Value; readonly answers?: boolean },
): Part;
export function useDrawn<Value>(
  subscribe: Observable<unknown>["subscribe"] = subscribeToNothing,
  read: () => Value,
  select: (value: Value) => unknown = whole,
  { first = read, answers = false }: { readonly first?: () => Value; readonly answers?: boolean } = {},
): unknown {
  const { drawing } = usePlayground();
  const { follow, shown } = useMemo(() => {
    let last: { readonly value: Value } | undefined;
    return {
      follow: (listener: () => void) => drawing.follow(subscribe, listener, answers),
      shown(now: () => Value): Value {
        if (last === undefined || !drawing.isHeld(answers)) last = { value: now() };
        return last.value;
      },
    };
  }, [drawing, subscribe, answers]);
  return useSyncExternalStore(
    follow,
    () => select(shown(read)),
    () => select(first()),
  );
}

/** Whether the take in the player is under way, which a press shows before all else. */
export function useRunning(): boolean {
  const playground = usePlayground();
  const { subscribe, getState, getInitialState } = playground.takes;
  const options = { first: getInitialState, answers: true };
  const take = useDrawn(subscribe, getState, ({ current }) => current, options);
  const isRunning = () => take !== undefined && soundOf(take, playground).running;
  return useDrawn(take?.session.subscribe, isRunning, whole, { answers: true });
}

/** One part of what `useSound` gives; the component is drawn again only when that part changes. */
export function useSound<Part>(select: (sound: Sound | undefined) => Part): Part;
/** What there is to hear and to say of the take in the player. */
export function useSound(): Sound | undefined;
export function useSound(select: (sound: Sound | undefined) => unknown = whole): unknown {
  return useSoundOf(useTake(), select);
}

/** One part of what `useSoundOf` gives; the component is drawn again only when that part changes. */
export function useSoundOf<Part>(take: Take | undefined, select: (sound: Sound | undefined) => Part): Part;
/** What there is to hear and to say of a take. */
export function useSoundOf(take: Take | undefined): Sound | undefined;
export function useSoundOf(take: Take | undefined, select: (sound: Sound | undefined) => unknown = whole): unknown {
  const playground = usePlayground();
  const pick = useShallow(select);
  const read = () => take && soundOf(take, playground);
  // After a jump to another place nothing of it differs, but it is another.
  return useDrawn(take?.session.subscribe, read, select === whole ? whole : pick);
}

/** What was derived, by the snapshot it was derived from: a dozen components ask at once. */
const derived = new WeakMap<SessionSnapshot, Sound>();

function soundOf(take: Take, { wallClock, library }: Playground): Sound {
  const snapshot = take.session.getSnapshot();
  const known = derived.get(snapshot);
  if (known !== undefined) return known;
  const row = library.row(take.id);
  const time = (row && endedAt(row)) ?? wallClock();
  // What a past take says of the network holds for the moment when it failed.
  const onLine = row?.failure ? row.failure.kind !== "offline" : navigator.onLine;
  const sound = deriveSound(take, snapshot, { onLine, time });
  derived.set(snapshot, sound);
  return sound;
}

function subscribeToNothing(): () => void {
  return () => {};
}
