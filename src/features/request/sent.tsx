import { useMemo } from "react";
import { outgoingExchange, outgoingSpeech } from "../../core/exchanges/outgoing.ts";
import { type RouteRequest, routeFormOf } from "../../core/exchanges/route-form.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";
import { RequestBody, RequestLines } from "./request-lines.tsx";
import { useRequestTab } from "./use-request.ts";

/** The request that an answer belongs to, as it was sent, and the way to send one like it by hand. */
export function Sent({ request }: { readonly request: RouteRequest }) {
  const { messages } = useTexts(requestMessages);
  const change = useRequestTab((tab) => tab.change);
  const show = useRequestTab((tab) => tab.show);
  const outgoing = useMemo(() => {
    const { endpoint, path, body = "" } = request;
    return endpoint === undefined ? outgoingExchange(request) : outgoingSpeech({ endpoint, path, body });
  }, [request]);
  return (
    <details className={styles["help"]}>
      <summary>{messages.answer.sentTitle}</summary>
      <div className="stack">
        <RequestLines outgoing={outgoing} webSocket={request.endpoint === "websocket"} />
        {outgoing.body !== undefined && <RequestBody outgoing={outgoing} />}
        <div>
          <Button
            onClick={() => {
              change(routeFormOf(request));
              show("byHand");
            }}
          >
            {messages.answer.intoForm}
          </Button>
        </div>
      </div>
    </details>
  );
}
