import { useState } from "react";
import type { Outgoing } from "../../core/exchanges/outgoing.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { BodyView, CopyAll, type Look, LookSwitch, wholeText } from "./body-view.tsx";
import { HeaderList } from "./header-list.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** Method, path and headers; `to` is the base address of the service that it goes or went to, where that is known. */
export function RequestLines({
  outgoing,
  webSocket,
  to,
}: {
  readonly outgoing: Outgoing;
  readonly webSocket: boolean;
  readonly to: string | undefined;
}) {
  const { messages, page } = useTexts(requestMessages);
  const { method, path, headers } = outgoing;
  return (
    <>
      <div className={styles["bar"]}>
        <p className={styles["line"]}>
          <b>{webSocket ? "WS" : method}</b> <code>{path}</code>
        </p>
        <CopyAll label={messages.copyOf.request} text={() => textOf(outgoing)} />
      </div>
      {headers.length > 0 && <HeaderList label={messages.outgoing.headers} headers={headers} />}
      <p className="note">
        {webSocket && `${messages.outgoing.frame}${page.between.sentences}`}
        {messages.outgoing.through(to ?? messages.outgoing.service)}
      </p>
    </>
  );
}

/** The body, laid out or as it is, with its lengths. */
export function RequestBody({ outgoing: { body, bytes, characters } }: { readonly outgoing: Outgoing }) {
  const { messages, page } = useTexts(requestMessages);
  const [look, setLook] = useState<Look>("pretty");
  if (body === undefined) return <p className="note">{messages.outgoing.noBody}</p>;
  return (
    <>
      <div className={styles["bar"]}>
        <LookSwitch look={look} onLook={setLook} />
        <span className={styles["counts"]}>
          {messages.bytes(bytes)} · {page.script.characters(characters)}
        </span>
        <CopyAll label={messages.copyOf.body} text={() => wholeText(body, look)} />
      </div>
      <BodyView label={messages.outgoing.body} text={body} look={look} />
    </>
  );
}

/** A request as text: its line, what the page gives as headers, and the body, exactly. */
function textOf({ method, path, headers, body }: Outgoing): string {
  const lines = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join("\n")}\n\n${body ?? ""}`;
}
