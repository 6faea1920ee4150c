import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import { type Keeping, mayHide } from "./library.ts";
import parts from "./parts.module.css";
import { useHistoryTexts } from "./use-history.ts";

interface KeptNoticeProps {
  readonly keeping: Keeping;
  /** Whether something is shown here that may be lost. */
  readonly holds: boolean;
}

/** Says why what was kept of something else than takes can't be read, or what is made isn't kept. */
export function KeptNotice({ keeping, holds }: KeptNoticeProps) {
  const { takes: messages } = useHistoryTexts();
  if (keeping.kind !== "memory" || !(holds || mayHide(keeping))) return null;
  return (
    <LateRegion role="status" className={parts["keeping"]}>
      <Notice tone="warn">{messages.records[keeping.reason]}</Notice>
    </LateRegion>
  );
}
