import { useCallback } from "react";
import { importsOf } from "../../core/archive/imports.ts";
import { usePlayground } from "../../core/page/playground-context.ts";

/** Lets a person pick a file with takes, and takes them in. Call it inside a click. */
export function useImportPicker(): () => void {
  const playground = usePlayground();
  return useCallback(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".zip,application/zip";
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file !== undefined) importsOf(playground).getState().start(file);
    });
    input.click();
  }, [playground]);
}
