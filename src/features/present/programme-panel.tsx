import { useRef } from "react";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { presentMessages } from "./messages/index.ts";
import { coveringProgramme, ProgrammeEditor } from "./programme-editor.tsx";
import { StagePanel } from "./stage-panel.tsx";

/** What is prepared, beside the stage. */
export function ProgrammePanel({ onClose }: { readonly onClose: () => void }) {
  const { messages } = useHistoryTexts(presentMessages);
  const panel = useRef<HTMLElement>(null);
  useBackCloses(onClose, coveringProgramme);
  return (
    <StagePanel panel={panel} title={messages.programme} closeLabel={messages.closeProgramme} onClose={onClose}>
      <ProgrammeEditor place="stage" root={panel} onClose={onClose} />
    </StagePanel>
  );
}
