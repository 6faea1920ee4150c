import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./kit.module.css";

/** A short text beside what it is about, with a sign. `quiet` informs, `warn` asks for attention. */
export function Notice({
  tone,
  icon = tone === "quiet" ? "info" : "warning",
  children,
}: {
  readonly tone: "quiet" | "warn";
  readonly icon?: IconName;
  readonly children: ReactNode;
}) {
  return (
    <p className={styles["notice"]} data-tone={tone}>
      <Icon name={icon} size={1} />
      <span>{children}</span>
    </p>
  );
}
