import * as z from "zod/mini";
import { persist } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";
import { property } from "../../contract/json.ts";
import { interfaceLanguages } from "../../contract/language.ts";
import { type FieldValue, type Mode, modes, transports } from "../../contract/model.ts";
import type { FormValues } from "../../contract/request.ts";
import { fastestRate, slowestRate } from "../../contract/sample-bounds.ts";
import { serviceNamePattern } from "../../contract/service-names.ts";
import type { TakeForm } from "../takes/take.ts";
import type { Pronunciations } from "../text/pronunciations.ts";
import { readableOf } from "./persisted-list.ts";
import { createSettingsStorage, type StorageOptions } from "./settings-storage.ts";

/** The colour schemes that a person can choose; `system` follows the system. */
export const schemes = ["system", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/**
 * What one press makes of a colour scheme: first what looks otherwise, then what looks alike but stays, then the
 * system's again.
 */
export function nextScheme(scheme: Scheme, systemIsDark: boolean): Scheme {
  const [other, same] = systemIsDark ? (["light", "dark"] as const) : (["dark", "light"] as const);
  return scheme === "system" ? other : scheme === other ? same : "system";
}

/** What a person does to more than one setting, or to a part of one; the others are set in the store. */
export interface SettingsActions {
  setMode(model: string, mode: Mode): void;
  /** Sets one field of one model's form; undefined takes it back, so that it isn't sent any more. */
  setValue(model: string, key: string, value: FieldValue | undefined): void;
  /** Replaces one model's whole form, to reset it or to take that back. */
  setValues(model: string, values: FormValues): void;
  /** Sets the voice of a model's form and remembers it among the recent ones. */
  chooseVoice(model: string, key: string, voice: string): void;
  toggleFavourite(model: string, voice: string): void;
  /** Brings a whole form back: model, mode, transport, every value of that model, and the script. */
  applyForm(form: TakeForm): void;
  agree(connection: string, what: string): void;
  setFold(tab: string, folded: boolean): void;
}

export type SettingsStore = StoreApi<Settings & SettingsActions> & {
  /** `clearStorage` forgets everything that is kept, also what waits to be written. */
  readonly persist: { clearStorage(): void };
  /** Takes over what another tab has written. */
  adopt(written: Partial<Settings>): void;
};

/** The name under which the settings are kept. `public/appearance.js` reads them, too. */
export const settingsKey = "speech-playground";

/** The version of what is stored. Raise it when the meaning of a stored value changes, and translate in `migrate`. */
export const settingsVersion = 1;

/** How many chosen voices are remembered for each model. */
const recentVoices = 6;

/** Stands among the agreements of a connection for: hearing voice samples may cost something. */
export const samplesAgreed = "voice samples";
/** The same for hearing voices on the script's first sentence. */
export const ownWordsAgreed = "voices on own words";

const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
const nameLists = z.catch(z.record(z.string(), z.catch(z.readonly(z.array(z.string())), [])), {});
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

// Each part is caught by itself: one value that was damaged must not cost a person the rest.
const settingsSchema = z.object({
  language: optional(z.enum(interfaceLanguages)),
  scheme: z.catch(z.enum(schemes), "system"),
  /** What the service that a person chose is called, where there are several. */
  service: optional(z.string().check(z.regex(serviceNamePattern))),
  /** A model's id. */
  model: optional(z.string()),
  /** The chosen mode of each model, by its id; what holds in the end is derived from it. */
  modes: z.catch(z.record(z.string(), z.enum(modes)), {}),
  transport: z.catch(z.enum(transports), "http"),
  /** What the form of each model holds, by the model's id and the field's key; nothing for what was never set. */
  values: z.catch(z.record(z.string(), z.catch(z.record(z.string(), fieldValue), {})), {}),
  script: optional(z.string()),
  /** From 0 to 1. */
  volume: z.catch(z.number().check(z.minimum(0), z.maximum(1)), 1),
  /** Voice names that a person keeps at hand, by the model's id; the one that was added last comes first. */
  favourites: nameLists,
  /** Voice names that were chosen lately, by the model's id; the latest first. */
  recent: nameLists,
  /** What a person agreed to, by connection: ids of models that the service doesn't list, and {@link samplesAgreed}. */
  agreed: nameLists,
  /** The group multiplier of prices, which the document doesn't show (section 8). */
  multiplier: optional(z.number().check(z.minimum(0))),
  /** The rate at which headerless samples are played, in hertz; the document names none. */
  sampleRate: optional(z.int().check(z.minimum(slowestRate), z.maximum(fastestRate))),
  /** Whether single keys play, pause and seek on the page. */
  shortcuts: z.catch(z.boolean(), true),
  /** Whether letters and signs do something on the stage, where nobody types: clickers send some of them. */
  stageKeys: optional(z.boolean()),
  /** How much of the window's height the board takes, in percent; as it suits what is shown there when undefined. */
  boardShare: optional(z.number().check(z.minimum(0), z.maximum(100))),
  /** Whether script and form are folded above a tab of the board, where a person chose that. */
  folds: z.catch(z.record(z.string(), z.boolean()), {}),
  /** Whether the form shows what is technical. */
  technical: z.catch(z.boolean(), false),
  /** Whether the list of takes leaves out what failed. */
  hidesFailed: z.catch(z.boolean(), false),
  /** Whether pauses and names of voices in brackets say how the script is spoken; they are spoken themselves if not. */
  followsDirections: z.catch(z.boolean(), true),
  /** Words and how they are spoken, as they were written: what is wrong in it stays, and isn't used. */
  pronunciations: z.catch(readableOf(z.object({ word: z.string(), spoken: z.string() })), []),
});

/** Everything that a person set and that outlives a reload. What they never touched is undefined. */
export type Settings = Readonly<
  Required<Omit<z.infer<typeof settingsSchema>, "values" | "stageKeys" | "pronunciations">>
> & {
  readonly values: Readonly<Record<string, FormValues>>;
  readonly stageKeys: boolean;
  readonly pronunciations: Pronunciations;
};

export const initialSettings = parseSettings({});

/** Settings from anything that was stored; what can't be read is as on a first visit. Never throws. */
export function parseSettings(stored: unknown): Settings {
  const parsed = settingsSchema.safeParse(stored).data ?? settingsSchema.parse({});
  const { language, service, model, script, multiplier, sampleRate, boardShare, stageKeys, ...others } = parsed;
  const optionals = { language, service, model, script, multiplier, sampleRate, boardShare };
  // There was one switch for both.
  return { ...others, ...optionals, stageKeys: stageKeys ?? others.shortcuts };
}

/**
 * The settings, read from `options.storage` and written back to it a moment after each change; see {@link ownOf}, too.
 */
export function createSettingsStore(options: StorageOptions): SettingsStore {
  // As JSON, in which the actions don't stand.
  const storage = createSettingsStorage<Settings>(options, ownOf);
  const store = createStore<Settings & SettingsActions>()(
    persist(
      (set) => ({
        ...initialSettings,
        setMode: (model, mode) => set((before) => ({ modes: { ...before.modes, [model]: mode } })),
        setValue: (model, key, value) =>
          set((before) => {
            const { [key]: _, ...others } = before.values[model] ?? {};
            const form = value === undefined ? others : { ...others, [key]: value };
            return { values: { ...before.values, [model]: form } };
          }),
        setValues: (model, form) => set((before) => ({ values: { ...before.values, [model]: form } })),
        chooseVoice: (model, key, voice) =>
          set((before) => ({
            values: { ...before.values, [model]: { ...before.values[model], [key]: voice } },
            recent: { ...before.recent, [model]: first(voice, before.recent[model]).slice(0, recentVoices) },
          })),
        toggleFavourite: (model, voice) =>
          set((before) => {
            const kept = before.favourites[model] ?? [];
            const next = kept.includes(voice) ? kept.filter((name) => name !== voice) : first(voice, kept);
            return { favourites: { ...before.favourites, [model]: next } };
          }),
        applyForm: ({ model, mode, transport, values, text, followsDirections }) =>
          set((before) => ({
            model,
            modes: { ...before.modes, [model]: mode },
            transport,
            values: { ...before.values, [model]: values },
            script: text,
            followsDirections: followsDirections ?? before.followsDirections,
          })),
        agree: (connection, what) =>
          set((before) => ({ agreed: { ...before.agreed, [connection]: first(what, before.agreed[connection]) } })),
        setFold: (tab, folded) => set((before) => ({ folds: { ...before.folds, [tab]: folded } })),
      }),
      {
        name: settingsKey,
        version: settingsVersion,
        storage,
        migrate: (stored) => parseSettings(stored),
        merge: (stored, current) => ({ ...current, ...(stored === undefined ? {} : parseSettings(stored)) }),
      },
    ),
  );
  return Object.assign(store, {
    adopt: (written: Partial<Settings>) => storage.adopt(() => store.setState(written)),
  });
}

/**
 * Takes over what another tab has changed of what is one for all tabs, so that the next writing of this one doesn't
 * bring back what was before. `written` is what now stands under {@link settingsKey}, `before` what stood there.
 */
export function adoptShared(store: SettingsStore, written: string | null, before: string | null): void {
  const there = writtenShared(written);
  const known = writtenShared(before);
  const isNew = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(property(known, key));
  // What stood there already may have been changed here since, and not be written yet.
  const changed = Object.entries(there).filter(isNew);
  if (changed.length > 0) store.adopt(Object.fromEntries(changed));
}

/** What is one for all tabs of a writing; nothing where it can't be read. */
function writtenShared(written: string | null): Partial<Settings> {
  try {
    const state = property(JSON.parse(written ?? ""), "state");
    return state === undefined ? {} : sharedOf(parseSettings(state));
  } catch {
    return {};
  }
}

/** All but what a tab has for itself: else a choice is taken back when another tab writes the next time. */
function sharedOf(settings: Settings): Partial<Settings> {
  const own = new Set(Object.keys(ownOf(settings)));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !own.has(key)));
}

/** What a tab works on: two tabs may be open for two texts. */
function ownOf({ service, model, modes, transport, values, script }: Settings): Partial<Settings> {
  return { service, model, modes, transport, values, script };
}

/** `name` in front of `names`, which hold it nowhere else. */
function first(name: string, names: readonly string[] = []): readonly string[] {
  return [name, ...names.filter((other) => other !== name)];
}
