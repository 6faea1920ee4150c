import { useState, useSyncExternalStore } from "react";
import { findModel, models } from "../../contract/models/index.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { hostOf } from "../../core/page/hosts.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { troubleText } from "../../core/page/owner.ts";
import {
  type Texts,
  useConfig,
  useModelList,
  usePlayground,
  useTexts,
  useTrouble,
} from "../../core/page/playground-context.ts";
import { enginesIn } from "../../core/voices/natural-voices.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { classes } from "../../kit/classes.ts";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import styles from "./header.module.css";

const ConnectionPanel = lazyWithRetry(() => import("./anchored-connection.tsx"), null);

/** Which service the page speaks with and whether it answers; a press tells more. */
export function ConnectionButton() {
  const texts = useTexts();
  const { page } = texts;
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const { state, text, short, count } = useBadge(texts);
  const { engines, colour } = useConfig().data ?? {};
  const natural = engines === undefined ? [] : enginesIn(engines);
  const by = natural.length === 0 ? undefined : texts.numbers.list(natural);
  const isSettled = !useModelList().isPending || state === "bad" || state === "warn";
  return (
    <>
      <Button
        ref={setButton}
        size="pill"
        className={classes("reach", styles["badge"])}
        data-state={state}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={styles["dot"]} />
        {colour !== undefined && <span className={styles["mark"]} style={{ backgroundColor: colour }} />}
        <VisuallyHidden>{`${page.header.connection}${page.between.colon}`}</VisuallyHidden>
        <span
          className={styles["badgeText"]}
          title={by === undefined ? text : `${text}\n${by}`}
          data-usual={isSettled ? undefined : usual(texts)}
          data-shortened={short === undefined ? undefined : ""}
        >
          {text}
        </span>
        {short !== undefined && (
          <span className={styles["short"]} aria-hidden="true">
            {short}
          </span>
        )}
        {count !== undefined && <span className={styles["count"]}>{`· ${count}`}</span>}
      </Button>
      <Announcer text={useConnectionNews(texts)} />
      {open && button !== null && (
        <ConnectionPanel
          anchor={button}
          onDismiss={() => setOpen(false)}
          onClose={() => {
            setOpen(false);
            button.focus();
          }}
        />
      )}
    </>
  );
}

/**
 * What a screen reader hears when the connection is lost, and when it is back; empty while it has always been there.
 */
function useConnectionNews({ page }: Texts): string {
  const trouble = useTrouble();
  const [wasLost, setWasLost] = useState(false);
  if (trouble !== undefined && !wasLost) setWasLost(true);
  if (trouble !== undefined) return troubleText(page, trouble);
  return wasLost ? page.connection.found : "";
}

/**
 * Whether the service has spoken for this page since the list and the configuration first said what they say: a key
 * that may not read the list can speak all the same.
 */
function useWorkingKey(config: PlaygroundConfig | undefined): boolean {
  const { library } = usePlayground();
  const { data, dataUpdatedAt } = useModelList();
  const said = [data?.kind, config?.service, config?.baseUrl, config?.session, config?.hasKey].join(" ");
  // A list that is asked for again and says the same is no news, whatever was spoken meanwhile.
  const [known, setKnown] = useState({ said, asked: dataUpdatedAt });
  if (known.said !== said) setKnown({ said, asked: dataUpdatedAt });
  const { asked } = known;
  const look = () =>
    library.getSnapshot().rows.some(({ status, created, address, imported }) => {
      const isHere = address === undefined || address === config?.baseUrl;
      return status === "complete" && imported === undefined && isHere && created >= asked;
    });
  return useSyncExternalStore(library.subscribe, look, look);
}

interface Badge {
  readonly state: "good" | "waiting" | "warn" | "bad";
  readonly text: string;
  /** What stands on a phone instead. */
  readonly short?: string | undefined;
  /** How many speech models are listed, in words. */
  readonly count?: string | undefined;
}

/** What stands there in most places, so that its room can be kept while nothing is known. */
function usual({ page }: Texts): string {
  return `${page.header.embedded} · ${page.header.models(models.length)}`;
}

function useBadge({ page }: Texts): Badge {
  const config = useConfig().data;
  const list = useModelList().data;
  const trouble = useTrouble();
  const works = useWorkingKey(config);
  if (trouble === "offline") return { state: "bad", text: page.header.offline };
  if (trouble === "server_gone") return { state: "bad", text: page.header.disconnected };
  if (config === undefined) return { state: "waiting", text: page.header.connecting };
  const { service, session, hasKey, baseUrl } = config;
  const name = config.name ?? (service === "embedded" ? page.header.embedded : hostOf(baseUrl));
  const say = (...parts: readonly string[]) => parts.filter(Boolean).join(" · ");
  if (trouble === "service_gone" || trouble === "embedded_gone")
    return { state: "bad", text: say(name, page.header.silent) };
  if ((list?.kind === "unauthorised" && !works) || !hasKey) {
    return {
      state: "warn",
      text: say(name, session === "password" && !hasKey ? page.header.signedOut : page.header.noKey),
    };
  }
  const known = list?.kind === "listed" ? list.ids.filter((id) => findModel(id) !== undefined).length : 0;
  return {
    state: "good",
    text: name,
    short: name === page.header.embedded ? page.header.embeddedShort : undefined,
    count: known === 0 ? undefined : page.header.models(known),
  };
}
