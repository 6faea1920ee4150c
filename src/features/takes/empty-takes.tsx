import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { useImportPicker } from "./use-import-picker.ts";

/** Says what will be here, before there is anything. */
export function EmptyTakes() {
  const { takes: messages } = useHistoryTexts();
  const pickFile = useImportPicker();
  return (
    <EmptyState
      icon="wave"
      title={messages.empty.title}
      text={messages.empty.text}
      steps={[{ label: messages.import, act: pickFile }]}
    />
  );
}
