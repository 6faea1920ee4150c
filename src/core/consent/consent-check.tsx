import { useStore } from "zustand";
import { voiceConsent } from "../../contract/consent.ts";
import { Check } from "../../kit/check.tsx";
import { usePlayground, useTexts } from "../page/playground-context.ts";
import { consentOf } from "./consent.ts";

/** Asks once in a session whether only voices are used that one may use. */
export function ConsentCheck() {
  const { of } = useTexts();
  const { given, setGiven } = useStore(consentOf(usePlayground()));
  return (
    <Check checked={given} onChange={setGiven}>
      {of(voiceConsent)}
    </Check>
  );
}
