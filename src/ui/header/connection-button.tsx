import { Popover } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { findModel } from "../../contract/models/index.ts";
import { Announcer } from "../kit/announcer.tsx";
import { type Texts, useConfig, useModelList, useTexts, useTrouble } from "../playground-context.ts";
import styles from "./header.module.css";
import { hostOf } from "./host-of.ts";

const ConnectionPanel = lazy(() => import("./connection-panel.tsx"));

/** Which service the page speaks with and whether it answers; a press tells more. */
export function ConnectionButton() {
  const texts = useTexts();
  const { t } = texts;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { state, text, count } = useBadge(texts);
  const trouble = useTrouble();
  return (
    <Popover
      opened={open}
      onDismiss={() => setOpen(false)}
      position="bottom-end"
      offset={6}
      withRoles={false}
      closeOnEscape={false}
      hideDetached={false}
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ dropdown: styles["panelPlace"] ?? "" }}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={styles["badge"]}
          data-state={state}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className={styles["dot"]} />
          <span className={styles["visuallyHidden"]}>{`${t.header.connection}: `}</span>
          <span className={styles["badgeText"]}>{text}</span>
          {count !== undefined && <span className={styles["count"]}>{`· ${count}`}</span>}
        </button>
      </Popover.Target>
      <Announcer text={trouble === undefined ? "" : t.connection.troubles[trouble]} />
      <Popover.Dropdown>
        {open && (
          <Suspense fallback={null}>
            <ConnectionPanel
              onClose={() => {
                setOpen(false);
                button.current?.focus();
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface Badge {
  readonly state: "good" | "waiting" | "warn" | "bad";
  readonly text: string;
  /** How many speech models are listed, in words. */
  readonly count?: string | undefined;
}

function useBadge({ t, numbers }: Texts): Badge {
  const config = useConfig().data;
  const list = useModelList().data;
  const trouble = useTrouble();
  if (trouble === "offline") return { state: "bad", text: t.header.offline };
  if (trouble === "server_gone") return { state: "bad", text: t.header.disconnected };
  if (config === undefined) return { state: "waiting", text: t.header.connecting };
  const { service, session, hasKey, baseUrl } = config;
  const name = service === "embedded" ? t.header.embedded : hostOf(baseUrl);
  const say = (...parts: readonly string[]) => parts.filter(Boolean).join(" · ");
  if (trouble === "service_gone") return { state: "bad", text: say(name, t.header.silent) };
  if (list?.kind === "unauthorised" || !hasKey) {
    return { state: "warn", text: say(name, session === "password" && !hasKey ? t.header.signedOut : t.header.noKey) };
  }
  const known = list?.kind === "listed" ? list.ids.filter((id) => findModel(id) !== undefined).length : 0;
  return {
    state: "good",
    text: name,
    count: known === 0 ? undefined : t.header.models(numbers.integer(known), known === 1),
  };
}
