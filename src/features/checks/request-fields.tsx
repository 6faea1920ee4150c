import { useId, useState } from "react";
import type { CheckRequest } from "../../conformance/checks/check.ts";
import { requestText } from "../../conformance/report/request-text.ts";
import { routes } from "../../contract/routes.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";
import { Code } from "./code.tsx";
import { checksMessages } from "./messages/index.ts";

const methods = ["POST", "GET", "HEAD", "WS"] as const;
type Method = (typeof methods)[number];

/** A request of a case: method, path below the service's address, Range and body. */
export function RequestFields({
  request,
  onChange,
}: {
  readonly request: CheckRequest;
  readonly onChange: (request: CheckRequest) => void;
}) {
  const { messages } = useTexts(checksMessages);
  const id = useId();
  // What another method has no place for comes back with the method that has.
  const [kept, setKept] = useState({ body: "", range: "" });
  const isSocket = request.transport === "websocket";
  // Several frames, or what no form sends, stay as they are.
  if (isSocket ? request.frames.length > 1 : request.method === "DELETE") {
    return <Code label={messages.editor.request} text={requestText(request)} />;
  }
  const method: Method = isSocket ? "WS" : request.method === "DELETE" ? "GET" : request.method;
  const hasBody = method === "POST" || method === "WS";
  const body = hasBody ? ((isSocket ? request.frames[0] : request.body) ?? "") : kept.body;
  const range = isSocket || method !== "GET" ? kept.range : (request.range ?? "");
  function write(next: Partial<Parts>): void {
    setKept({ body, range });
    onChange(requestOf({ method, path: request.path, body, range, ...next }));
  }
  return (
    <div className="stack">
      <div className={styles["line"]}>
        <Select
          aria-label={messages.editor.method}
          value={method}
          onChange={({ target }) => write({ method: methods.find((each) => each === target.value) ?? "GET" })}
        >
          <Options of={methods} label={(each) => (each === "WS" ? "WebSocket" : each)} />
        </Select>
        <input
          type="text"
          className="grow"
          aria-label={messages.editor.address}
          list={`${id}-paths`}
          spellCheck={false}
          value={request.path}
          onChange={({ target }) => write({ path: target.value })}
        />
        <datalist id={`${id}-paths`}>
          {[...new Set(Object.values(routes).map(({ path }) => path))].map((path) => (
            <option key={path} value={path.replace("{task_id}", "{{task}}")} />
          ))}
        </datalist>
      </div>
      {method === "GET" && (
        <label className={styles["field"]}>
          {messages.editor.range}
          <input
            type="text"
            placeholder="bytes=0-1023"
            value={range}
            onChange={({ target }) => write({ range: target.value })}
          />
        </label>
      )}
      {hasBody && (
        <label className={styles["field"]}>
          {isSocket ? messages.editor.frame : messages.editor.body}
          <textarea rows={6} spellCheck={false} value={body} onChange={({ target }) => write({ body: target.value })} />
        </label>
      )}
    </div>
  );
}

interface Parts {
  readonly method: Method;
  readonly path: string;
  readonly body: string;
  readonly range: string;
}

function requestOf({ method, path, body, range }: Parts): CheckRequest {
  if (method === "WS") return { transport: "websocket", path, frames: [body] };
  return {
    transport: "http",
    method,
    path,
    ...(method === "POST" ? { body } : {}),
    ...(method === "GET" && range !== "" ? { range } : {}),
  };
}
