import type { OrderFinding } from "../../core/exchanges/check-order.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Popup } from "../../kit/popup.tsx";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";

interface OrderVerdictProps {
  readonly findings: readonly OrderFinding[];
  /** Whether the request has ended. */
  readonly over: boolean;
  readonly onChoose: (row: number) => void;
}

/** Whether the WebSocket's frames came in the order of the document, and what didn't. */
export function OrderVerdict({ findings, over, onChoose }: OrderVerdictProps) {
  const { messages } = useTexts(framesMessages);
  if (findings.length === 0) {
    return (
      <span className={styles["verdict"]} data-tone={over ? "good" : "busy"} role="status">
        {over && <Icon name="check" size={0.875} />}
        {over ? messages.order.good : messages.order.waiting}
      </span>
    );
  }
  return (
    <Popup
      label={messages.order.label}
      position="bottom-start"
      width={360}
      withinPortal={false}
      className={styles["findings"]}
      button={
        <Button look="bare" className={styles["verdict"]} data-tone="warn">
          <Icon name="warning" size={0.875} />
          {messages.order.remarks(findings.length)}
        </Button>
      }
    >
      <ul>
        {findings.map(({ remark, row }) => (
          <li key={remark}>
            {row === undefined ? (
              messages.order.findings[remark]
            ) : (
              <Button look="link" onClick={() => onChoose(row)}>
                {messages.order.findings[remark]}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Popup>
  );
}
