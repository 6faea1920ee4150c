import { useEffect, useRef, useState } from "react";
import { connectionOf } from "../../core/page/connection.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import {
  useConfig,
  useOnLine,
  usePlayground,
  useScript,
  useSoundOf,
  useToldTake,
  useTrouble,
} from "../../core/page/playground-context.ts";
import type { Failure } from "../../core/takes/failure.ts";

const unreachable: ReadonlySet<Failure["kind"]> = new Set([
  "offline",
  "proxy_unreachable",
  "service_unreachable",
  "signed_out",
]);

/**
 * What went wrong with what was sent last or is in the player. It goes when a person closes it, and when what it is
 * about has changed: the field that it names, the model, the way over which it was sent, or the connection.
 */
export function useStandingFailure() {
  const take = useToldTake();
  const failure = useSoundOf(take, (sound) => sound?.failure);
  const { library } = usePlayground();
  /** Whether what was sent was written by hand, so that the form has nothing to do with it. */
  const byHand = take !== undefined && library.row(take.id)?.byHand === true;
  const about = useSubject(failure, byHand);
  const connection = useConnectionName();
  const [dismissed, setDismissed] = useState<string>();
  const first = useRef<{ readonly id: string; readonly about: string; readonly connection: string | undefined }>(
    undefined,
  );
  const id = failure === undefined ? undefined : take?.id;
  useEffect(() => {
    const before = first.current;
    if (id === undefined) first.current = undefined;
    else if (before?.id !== id) {
      first.current = { id, about, connection };
      setDismissed(undefined);
    } else if (before.about !== about) setDismissed(id);
    // A service may refuse before the page has heard which one it is: to learn that changes nothing.
    else if (before.connection === undefined) first.current = { id, about, connection };
    else if (before.connection !== connection) setDismissed(id);
  }, [id, about, connection]);
  if (failure === undefined || take === undefined || take.id === dismissed) return undefined;
  return { take, failure, byHand, dismiss: () => setDismissed(take.id) };
}

/** Which service answers and whether there is a key for it, as a text to compare; undefined until it is known. */
function useConnectionName(): string | undefined {
  const config = useConfig().data;
  return config === undefined ? undefined : JSON.stringify([connectionOf(config), config.hasKey]);
}

/** On what of the form and the network it depends whether `failure` still holds, as a text to compare. */
function useSubject(failure: Failure | undefined, byHand: boolean): string {
  const { model, transport, fields } = usePlan();
  const script = useScript();
  const reachable = useReachableAgain(failure);
  const field = byHand ? undefined : failure?.field;
  const key = field?.key;
  const value = field?.group === "script" ? script : fields.find(({ field }) => field.key === key)?.value;
  return JSON.stringify([
    byHand ? null : model.id,
    key === undefined ? null : (value ?? null),
    failure?.kind === "websocket_blocked" && !byHand ? transport : null,
    reachable,
  ]);
}

/** Whether what couldn't be reached when `failure` came about has been found again since. */
function useReachableAgain(failure: Failure | undefined): boolean {
  const onLine = useOnLine();
  const gone = useTrouble() !== undefined || !onLine;
  const [missed, setMissed] = useState<Failure>();
  const concerned = failure !== undefined && unreachable.has(failure.kind);
  useEffect(() => {
    if (concerned && gone) setMissed(failure);
  }, [concerned, gone, failure]);
  return concerned && missed === failure && !gone;
}
