import { useDeferredValue, useMemo } from "react";
import { useStore } from "zustand";
import { documentedRoute } from "../../contract/documented-routes.ts";
import { endpoints } from "../../contract/routes.ts";
import { readByHand } from "../../core/exchanges/by-hand.ts";
import { isRange, type RouteRequest, routeRequest } from "../../core/exchanges/route-form.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { describePrice, explainPrice } from "../../core/submit/describe-plan.ts";
import SubmitQuestion from "../../core/submit/submit-question.tsx";
import { Button } from "../../kit/button.tsx";
import { classes } from "../../kit/classes.ts";
import { Hint } from "../../kit/hint.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";
import { useRequestTab } from "./use-request.ts";

/** The button that sends, what that costs as far as known, and that it happens once. */
export function SendLine({
  off,
  onSend,
}: {
  /** Whether something that isn't in the form keeps it from being sent. */
  readonly off: boolean;
  readonly onSend: () => void;
}) {
  const { messages } = useTexts(requestMessages);
  const form = useRequestTab((tab) => tab.form);
  const sending = useStore(usePlayground().submit, (state) => state.sending !== undefined);
  const request = routeRequest(form);
  const isOff = off || request === undefined || !isRange(request.range ?? "");
  const posts = (request !== undefined && !reads.has(request.method)) || request?.endpoint !== undefined;

  return (
    <div className="inline">
      <Button look="main" data-send="" disabled={isOff} off={sending} onClick={onSend}>
        {posts ? messages.byHand.send : messages.byHand.ask}
      </Button>
      <HandPrice request={request} />
      <span className="note">{sending ? messages.byHand.busy : posts ? messages.byHand.once : ""}</span>
      <SubmitQuestion place="hand" look="dialog" />
    </div>
  );
}

/** What costs nothing, and may be asked again. */
const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

function HandPrice({ request }: { readonly request: RouteRequest | undefined }) {
  const texts = useTexts(requestMessages);
  const { messages, page } = texts;
  const { model } = usePlan();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  const shown = useDeferredValue(request?.body ?? "");
  const endpoint =
    request?.endpoint ?? endpoints.find((name) => name === documentedRoute(request?.method ?? "", request?.path ?? ""));
  const path = request?.path ?? "";
  const read = useMemo(
    () => (endpoint === undefined ? undefined : readByHand({ endpoint, path, body: shown }, model, multiplier)),
    [endpoint, path, shown, model, multiplier],
  );
  if (request === undefined) return null;
  if (read?.price !== undefined) {
    return (
      <Hint text={explainPrice(read.model.price, embedded, texts)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: how the price comes about must be reachable by keyboard */}
        <span className={classes("explained", styles["price"])} tabIndex={0}>
          {describePrice(read.price, { embedded, multiplier }, texts)}
        </span>
      </Hint>
    );
  }
  const text =
    endpoint !== undefined
      ? messages.byHand.price.unknown
      : !reads.has(request.method)
        ? page.price.undocumented
        : messages.byHand.price.free;
  return <span className={styles["price"]}>{text}</span>;
}
