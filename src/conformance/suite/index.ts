import { compareSections } from "../../contract/sections.ts";
import type { Check } from "../checks/check.ts";
import { cloudTtsChecks } from "./cloud-tts.ts";
import { withControls } from "./controls.ts";
import { distinguish } from "./distinguish.ts";
import { limitChecks } from "./limits.ts";
import { rangeChecks } from "./range-checks.ts";
import { refVoiceChecks } from "./refvoice-2.ts";
import { serviceChecks } from "./service.ts";
import { socketChecks } from "./sockets.ts";
import { streamSpeechChecks } from "./streamspeech-v8.ts";
import { taskChecks } from "./tasks.ts";

export { checksOfGolden } from "./golden-checks.ts";

/**
 * Checks of the interface document's rules, in the order of its sections; those of the golden files come beside them.
 */
const writtenChecks: readonly Check[] = [
  ...serviceChecks,
  ...cloudTtsChecks,
  ...streamSpeechChecks,
  ...refVoiceChecks,
  ...taskChecks,
  ...socketChecks,
  ...limitChecks,
];

/**
 * The whole suite in the order of the document's sections. What is checked by hand isn't checked once more by the same
 * requests.
 */
export function wholeSuite(golden: readonly Check[]): readonly Check[] {
  const requestsOf = ({ steps }: Check) => JSON.stringify(steps.map(({ request }) => request));
  const known = new Set(writtenChecks.map(requestsOf));
  const others = [...golden, ...rangeChecks].filter((check) => {
    const requests = requestsOf(check);
    const isNew = !known.has(requests);
    known.add(requests);
    return isNew;
  });
  const checks = [...writtenChecks, ...others];
  const named = distinguish(checks).toSorted((one, other) => compareSections(one.section, other.section));
  return named.map(withControls);
}

/** Checks that need the address of a recording that the service can fetch. */
export function needsReference({ steps }: Check): boolean {
  return JSON.stringify(steps).includes("{{reference}}");
}
