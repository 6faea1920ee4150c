import { useState } from "react";
import { lazyWithRetry } from "../../../core/page/lazy-with-retry.tsx";
import { useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { usablePronunciations } from "../../../core/text/pronunciations.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { scriptToolsMessages } from "../messages/index.ts";

// Few have words that a voice reads wrongly.
const PronunciationsDialog = lazyWithRetry(() => import("./pronunciations-dialog.tsx"), null);

/** Opens the list of pronunciations, and says how many words are in it. */
export function PronunciationsButton() {
  const { messages, numbers } = useTexts(scriptToolsMessages);
  const [open, setOpen] = useState(false);
  const count = useSettings(({ pronunciations }) => usablePronunciations(pronunciations).length);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="exchange" size={1} />
        <span data-extra="">{messages.pronunciations}</span>
        {count > 0 && <span>{numbers.integer(count)}</span>}
      </Button>
      {open && <PronunciationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
