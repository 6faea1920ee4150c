import { attempt } from "../../core/page/attempt.ts";
import { loadPart } from "../../core/page/load-part.ts";
import { usePlayground, useScript } from "../../core/page/playground-context.ts";
import type { FileTaker } from "./open-file.ts";

/** Takes what a person opens or drops. What reads it comes with the first file. */
export function useTextFile(
  receiveShared: FileTaker["receiveShared"],
  onReport: FileTaker["onReport"],
): (file: File) => Promise<void> {
  const playground = usePlayground();
  const script = useScript();
  return (file) =>
    attempt(playground, async () => {
      const { openFile } = await loadPart(() => import("./open-file.ts"));
      await openFile(file, { playground, script, receiveShared, onReport });
    });
}
