import { Notice } from "../../kit/notice.tsx";
import { useTexts } from "../page/playground-context.ts";
import type { TakeRow } from "../takes/take.ts";
import { describeRemarks } from "./describe-remarks.ts";
import { remarksMessages } from "./messages/index.ts";

/** What is remarked on a take's answer, a sentence each; nothing where there are no remarks. */
export function RemarksList({ row, only }: { readonly row: TakeRow; readonly only?: RegExp }) {
  const { language } = useTexts();
  const remarks = describeRemarks(row, language).filter(({ code }) => only === undefined || only.test(code));
  if (remarks.length === 0) return null;
  return (
    <section aria-label={remarksMessages.in(language).title}>
      {remarks.map(({ long }) => (
        <Notice key={long} tone="warn">
          {long}
        </Notice>
      ))}
    </section>
  );
}
