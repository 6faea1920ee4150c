import { useEffect, useRef } from "react";
import { languageOfText } from "../../../core/text/writing-system.ts";
import { Button } from "../../../kit/button.tsx";
import type { PresentMessages } from "../messages/index.ts";
import programme from "../programme.module.css";
import { StagePanel } from "../stage-panel.tsx";
import type { ItemList } from "./messages.ts";

interface WindowListProps {
  readonly items: ItemList;
  readonly messages: PresentMessages;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}

/** What is prepared: a press shows it on the stage. */
export function WindowList({ items, messages, onShow, onClose }: WindowListProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <StagePanel panel={panel} title={messages.programme} closeLabel={messages.closeProgramme} onClose={onClose}>
      <ol className={programme["list"]}>
        {items.map(({ id, title, about, shown }, index) => (
          <li key={id} className={programme["item"]}>
            <Button
              look="bare"
              className={programme["face"]}
              aria-current={shown || undefined}
              onClick={() => onShow(id)}
            >
              <span className={programme["number"]}>{index + 1}</span>
              <span className={programme["words"]}>
                <span className={programme["title"]} dir="auto" lang={languageOfText(title)}>
                  {title}
                </span>
                <span className={programme["about"]}>{about}</span>
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </StagePanel>
  );
}
