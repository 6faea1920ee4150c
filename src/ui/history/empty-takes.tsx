import { useImportPicker } from "../export/use-import-picker.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { useHistoryTexts } from "./use-history.ts";

/** Says what will be here, before there is anything. */
export function EmptyTakes() {
  const { h } = useHistoryTexts();
  const pickFile = useImportPicker();
  return (
    <EmptyState icon="wave" title={h.empty.title} text={h.empty.text} steps={[{ label: h.import, act: pickFile }]} />
  );
}
