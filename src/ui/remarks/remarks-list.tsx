import type { TakeRow } from "../../state/library/take.ts";
import { Notice } from "../kit/notice.tsx";
import { remarksMessages } from "../messages/remarks/index.ts";
import { useTexts } from "../playground-context.ts";
import { describeRemarks } from "./describe-remarks.ts";

/** What is remarked on a take's answer, a sentence each; nothing where there are no remarks. */
export function RemarksList({ row, only }: { readonly row: TakeRow; readonly only?: RegExp }) {
  const { language } = useTexts();
  const remarks = describeRemarks(row, language).filter(({ code }) => only === undefined || only.test(code));
  if (remarks.length === 0) return null;
  return (
    <section aria-label={remarksMessages[language].title}>
      {remarks.map(({ long }) => (
        <Notice key={long} tone="warn">
          {long}
        </Notice>
      ))}
    </section>
  );
}
