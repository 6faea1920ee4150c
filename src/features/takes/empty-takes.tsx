import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { useImportPicker } from "./use-import-picker.ts";

/** Says what will be here, before there is anything. */
export function EmptyTakes() {
  const { h } = useHistoryTexts();
  const pickFile = useImportPicker();
  return (
    <EmptyState icon="wave" title={h.empty.title} text={h.empty.text} steps={[{ label: h.import, act: pickFile }]} />
  );
}
