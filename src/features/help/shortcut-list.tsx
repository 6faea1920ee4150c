import { Fragment } from "react";
import { keySigns } from "../../core/shortcuts/key-namer.ts";
import { shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import styles from "./help.module.css";
import type { HelpMessages } from "./messages/en.ts";

interface ShortcutListProps {
  readonly texts: HelpMessages;
  /** Whether single keys do something on the page. */
  readonly single: boolean;
  /** Whether letters and signs do something on the stage. */
  readonly stage: boolean;
}

/** Where single keys can be turned off, and by which switch; of the stage's keys letters and signs. */
const switches: Readonly<Record<string, "single" | "stage">> = {
  page: "single",
  player: "single",
  present: "stage",
};
const isSwitched = {
  single: (key: string): boolean => key.length === 1,
  stage: (key: string): boolean => key.length === 1 && key !== " ",
} as const;

/** Every key of the table, by where it works. */
export function ShortcutList({ texts, ...on }: ShortcutListProps) {
  const isOff = (place: string, keys: readonly string[]): boolean => {
    const by = switches[place];
    return by !== undefined && !on[by] && keys.every(isSwitched[by]);
  };
  return (
    <div className={styles["places"]}>
      {sectionsOf(texts).map(({ place, title, rows }) => (
        <div key={place} className={styles["section"]}>
          <h3 className={styles["place"]}>{title}</h3>
          <dl className={styles["list"]}>
            {rows.map(({ name, action, keys }) => (
              <div key={name} className="spread" data-off={isOff(place, keys) || undefined}>
                <dt>{action}</dt>
                <dd>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && ` ${texts.or} `}
                      <kbd data-key={key}>{shownKey(key, texts)}</kbd>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

interface Section {
  readonly place: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

interface Row {
  readonly name: string;
  readonly action: string;
  readonly keys: readonly string[];
}

function sectionsOf({ places, actions }: HelpMessages): readonly Section[] {
  const sections: Section[] = [];
  for (const place of typedKeys(shortcutTable)) {
    sections.push({ place, title: places[place], rows: rowsOf(shortcutTable[place], actions[place]) });
  }
  return sections;
}

/** The texts' type has words for each key of the table. */
function rowsOf(
  keys: Readonly<Record<string, readonly string[]>>,
  actions: Readonly<Record<string, string>>,
): readonly Row[] {
  return Object.entries(keys).map(([name, each]) => ({ name, action: actions[name] ?? name, keys: each }));
}

function typedKeys<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: Name[] = [];
  for (const name in record) names.push(name);
  return names;
}

/** A key of the table as it stands on keyboards. */
function shownKey(key: string, { names }: HelpMessages): string {
  const named: Readonly<Record<string, string>> = { ...keySigns, ...names };
  if (key === " ") return names.Space;
  return key
    .split("+")
    .map((part) => named[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}
