import { Tabs as MantineTabs } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  readonly tabs: readonly { readonly id: Id; readonly name: ReactNode; readonly panel: ReactNode }[];
}

/** Tabs with their panels, of which only the shown one is drawn. */
export function Tabs<Id extends string>({ label, shown, onShow, tabs }: TabsProps<Id>) {
  return (
    <MantineTabs
      unstyled
      value={shown}
      onChange={(id) => onShow(tabs.find((tab) => tab.id === id)?.id ?? shown)}
      keepMounted={false}
      className={styles["tabs"] ?? ""}
    >
      <MantineTabs.List aria-label={label} className={styles["list"] ?? ""}>
        {tabs.map(({ id, name }) => (
          <MantineTabs.Tab key={id} value={id} className={styles["tab"] ?? ""}>
            {name}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map(({ id, panel }) => (
        <MantineTabs.Panel key={id} value={id} className={styles["panel"] ?? ""}>
          {panel}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
