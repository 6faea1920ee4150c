import { useId } from "react";
import { useConfig, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { Check } from "../../kit/check.tsx";
import styles from "./header.module.css";

/** Which of several services everything goes to from now on; nothing where there is one alone. */
export function ServiceChoice() {
  const { page } = useTexts();
  const { services, name } = useConfig().data ?? {};
  const choose = useSettings((settings) => settings.setService);
  const group = useId();
  if (services === undefined) return null;
  return (
    <div role="radiogroup" aria-label={page.connection.service} className={styles["services"]}>
      {services.map((service) => (
        <Check
          key={service.name}
          type="radio"
          name={group}
          checked={service.name === name}
          onChange={() => choose(service.name)}
        >
          {service.colour !== undefined && (
            <span className={styles["mark"]} style={{ backgroundColor: service.colour }} />
          )}
          {service.name}
        </Check>
      ))}
    </div>
  );
}
