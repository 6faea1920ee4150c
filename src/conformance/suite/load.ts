import type { Check } from "../checks/check.ts";
import { checksOfGolden, wholeSuite } from "./index.ts";

/** The requests that were written down by hand from the document; fetched when the suite is. */
const files = import.meta.glob<string>(
  [
    "../../contract/golden/{emotion-values,limits,outputs,websocket-frame}.json",
    "../../contract/golden/model-{a,b,b-aliases,b-modes,c,c-priority}.json",
  ],
  { query: "?raw", import: "default" },
);

let loading: Promise<readonly Check[]> | undefined;

/** The built-in suite; the same promise every time, unless fetching failed. */
export function loadSuite(): Promise<readonly Check[]> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<readonly Check[]> {
  const golden = await Promise.all(
    Object.entries(files).map(async ([path, read]) => {
      const name = /([\w-]+)\.json$/.exec(path)?.[1] ?? path;
      return checksOfGolden(name, await read());
    }),
  );
  return wholeSuite(golden.flat());
}
