import { byHandMethods } from "../../contract/by-hand.ts";
import { faultOfOwn, firstOwnParts, isKeyOrNone, type OwnParts } from "../../core/exchanges/route-form.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Options, Select } from "../../kit/select.tsx";
import { FormLine } from "./form-line.tsx";
import { requestMessages } from "./messages/index.ts";
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
  const put = (part: Partial<OwnParts>): void => change({ own: { ...own, ...part } });
  const fault = faultOfOwn(own);
  return (
    <>
      <FormLine label={texts.method}>
        {(control) => (
          <Select
            {...control}
            value={own.method}
            onChange={({ target }) => put({ method: byHandMethods.find((each) => each === target.value) ?? "GET" })}
          >
            <Options of={byHandMethods} />
          </Select>
        )}
      </FormLine>
      <FormLine label={texts.path} fault={fault === "path" ? texts.pathWrong : undefined}>
        {(control) => (
          <input
            {...control}
            value={own.path}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => put({ path: target.value.trim() })}
          />
        )}
      </FormLine>
      <FormLine label={texts.fields} fault={faultOfFields()}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            dir="ltr"
            placeholder="x-trial: 1"
            value={own.fields}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onChange={({ target }) => put({ fields: target.value })}
          />
        )}
      </FormLine>
      <FormLine label={texts.key} fault={isKeyOrNone(otherKey.trim()) ? undefined : texts.keyWrong}>
        {(control) => (
          <input
            {...control}
            type="password"
            value={otherKey}
            placeholder={texts.usualKey}
            title={texts.keyHelp}
            autoComplete="off"
            onChange={({ target }) => onOtherKey(target.value)}
          />
        )}
      </FormLine>
    </>
  );

  function faultOfFields(): string | undefined {
    if (fault === undefined || fault === "path") return undefined;
    return fault === "many" ? texts.tooMany : texts.faults[fault.fault](fault.name);
  }
}
