import { Tabs as MantineTabs } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  readonly tabs: readonly {
    readonly id: Id;
    readonly name: ReactNode;
    readonly panel: ReactNode;
    /** Whether it is the first one of another kind. */
    readonly apart?: boolean;
  }[];
  /** Stands at the end of their row. */
  readonly end?: ReactNode;
}

/** Tabs with their panels, of which only the shown one is drawn. */
export function Tabs<Id extends string>({ label, shown, onShow, tabs, end }: TabsProps<Id>) {
  return (
    <MantineTabs
      unstyled
      value={shown}
      onChange={(id) => onShow(tabs.find((tab) => tab.id === id)?.id ?? shown)}
      keepMounted={false}
      className={styles["tabs"] ?? ""}
    >
      <div className={styles["row"]}>
        <MantineTabs.List aria-label={label} className={styles["list"] ?? ""}>
          {tabs.map(({ id, name, apart }) => (
            <MantineTabs.Tab key={id} value={id} className={styles["tab"] ?? ""} data-apart={apart || undefined}>
              {name}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
        {end}
      </div>
      {tabs.map(({ id, panel }) => (
        <MantineTabs.Panel key={id} value={id} className={styles["panel"] ?? ""}>
          {panel}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
