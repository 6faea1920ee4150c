import { useCallback } from "react";
import { importsOf } from "../../core/archive/imports.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { pickFile } from "../../kit/pick-file.ts";

/** Lets a person pick a file with takes, and takes them in. Call it inside a click. */
export function useImportPicker(): () => void {
  const playground = usePlayground();
  return useCallback(
    () => pickFile(".zip,application/zip", (file) => importsOf(playground).getState().start(file)),
    [playground],
  );
}
