import { useId } from "react";
import { byHandMethods } from "../../contract/by-hand.ts";
import { faultOfOwn, firstOwnParts, type OwnParts } from "../../core/exchanges/route-form.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Select } from "../../kit/select.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";
import { useRequestTab } from "./use-request.ts";

interface OwnFieldsProps {
  readonly otherKey: string;
  readonly onOtherKey: (key: string) => void;
}

/** Method, path, header fields and key of a request that goes anywhere below the service's base. */
export function OwnFields({ otherKey, onOtherKey }: OwnFieldsProps) {
  const { messages } = useTexts(requestMessages);
  const { own: texts } = messages.byHand;
  const own = useRequestTab((tab) => tab.form.own) ?? firstOwnParts;
  const change = useRequestTab((tab) => tab.change);
  const id = useId();
  const put = (part: Partial<OwnParts>): void => change({ own: { ...own, ...part } });
  const fault = faultOfOwn(own);
  const wrongFields = fault === undefined || fault === "path" ? undefined : fault;
  return (
    <>
      <label className="note" htmlFor={`${id}-method`}>
        {texts.method}
      </label>
      <Select
        id={`${id}-method`}
        value={own.method}
        onChange={({ target }) => put({ method: byHandMethods.find((each) => each === target.value) ?? "GET" })}
      >
        {byHandMethods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </Select>
      <label className="note" htmlFor={`${id}-path`}>
        {texts.path}
      </label>
      <input
        id={`${id}-path`}
        value={own.path}
        aria-invalid={fault === "path" || undefined}
        aria-describedby={`${id}-path-wrong`}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => put({ path: target.value.trim() })}
      />
      <p id={`${id}-path-wrong`} className={styles["wrong"]} data-tone="bad" hidden={fault !== "path"}>
        {fault === "path" ? texts.pathWrong : ""}
      </p>
      <label className="note" htmlFor={`${id}-fields`}>
        {texts.fields}
      </label>
      <textarea
        id={`${id}-fields`}
        rows={3}
        dir="ltr"
        placeholder="x-trial: 1"
        value={own.fields}
        aria-invalid={wrongFields !== undefined || undefined}
        aria-describedby={`${id}-fields-wrong`}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={({ target }) => put({ fields: target.value })}
      />
      <p id={`${id}-fields-wrong`} className={styles["wrong"]} data-tone="bad" hidden={wrongFields === undefined}>
        {wrongFields === undefined
          ? ""
          : wrongFields === "many"
            ? texts.tooMany
            : texts.faults[wrongFields.fault](wrongFields.name)}
      </p>
      <label className="note" htmlFor={`${id}-key`}>
        {texts.key}
      </label>
      <input
        id={`${id}-key`}
        type="password"
        value={otherKey}
        placeholder={texts.usualKey}
        title={texts.keyHelp}
        autoComplete="off"
        onChange={({ target }) => onOtherKey(target.value)}
      />
    </>
  );
}
