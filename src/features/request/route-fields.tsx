import { useId } from "react";
import { routeNames } from "../../contract/documented-routes.ts";
import { isSafeTaskId, routes } from "../../contract/routes.ts";
import {
  firstOwnParts,
  isRange,
  type OwnParts,
  partsOf,
  type RouteForm,
  routeRequest,
} from "../../core/exchanges/route-form.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { useLibrary } from "../../core/takes/use-history.ts";
import { Options, Select } from "../../kit/select.tsx";
import { FormLine } from "./form-line.tsx";
import { requestMessages } from "./messages/index.ts";
import { useRequestTab } from "./use-request.ts";

/** How many of the latest tasks are offered by their ids. */
const offeredTasks = 20;

/** Which documented route is asked, and with what. */
export function RouteFields() {
  const { messages } = useTexts(requestMessages);
  const form = useRequestTab((tab) => tab.form);
  const change = useRequestTab((tab) => tab.change);
  const { rows } = useLibrary();
  const id = useId();
  const parts = partsOf(form.route, form.own);
  const wrongId = parts.taskId && form.taskId !== "" && !isSafeTaskId(form.taskId);
  const tasks = rows.flatMap(({ task }) => (task === undefined ? [] : [task.id])).slice(0, offeredTasks);
  return (
    <>
      <FormLine label={messages.byHand.route}>
        {(control) => (
          <Select
            {...control}
            value={form.route}
            onChange={({ target }) => {
              const route = routeNames.find((name) => name === target.value);
              if (route !== undefined) change({ route });
              else change({ route: "any", own: form.own ?? ownPartsOf(form) });
            }}
          >
            <Options
              of={routeNames}
              label={(name) => {
                const { method, path } = routes[name];
                return `${name === "websocket" ? "WS" : method} ${path} · ${messages.byHand.routes[name]}`;
              }}
            />
            <option value="any">{messages.byHand.own.route}</option>
          </Select>
        )}
      </FormLine>
      {parts.taskId && (
        <>
          <Parameter
            part="taskId"
            label={messages.byHand.taskId}
            list={`${id}-tasks`}
            fault={wrongId ? messages.byHand.taskIdWrong : undefined}
            placeholder="task_…"
          />
          <datalist id={`${id}-tasks`}>
            {tasks.map((task) => (
              <option key={task} value={task} />
            ))}
          </datalist>
        </>
      )}
      {parts.query && (
        <Parameter
          part="query"
          label={messages.byHand.query}
          placeholder="signature=…&expires=…"
          help={messages.byHand.queryHelp}
        />
      )}
      {parts.range && (
        <Parameter
          part="range"
          label={messages.byHand.range}
          placeholder="bytes=0-1023"
          fault={isRange(form.range) ? undefined : messages.byHand.rangeWrong}
        />
      )}
      {parts.model && <Parameter part="model" label={messages.byHand.model} />}
    </>
  );
}

function Parameter({
  part,
  label,
  placeholder,
  help,
  list,
  fault,
}: {
  readonly part: Exclude<keyof RouteForm, "route" | "body" | "own">;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string;
  readonly list?: string;
  readonly fault?: string | undefined;
}) {
  const value = useRequestTab((tab) => tab.form[part]);
  const change = useRequestTab((tab) => tab.change);
  return (
    <FormLine label={label} fault={fault}>
      {(control) => (
        <input
          {...control}
          list={list}
          value={value}
          placeholder={placeholder}
          title={help}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => change({ [part]: target.value })}
        />
      )}
    </FormLine>
  );
}

/** A request that goes anywhere begins as the one that stood there. */
function ownPartsOf(form: RouteForm): OwnParts {
  const { method = "GET", path = "", endpoint } = routeRequest(form) ?? {};
  return path === "" || endpoint === "websocket" ? firstOwnParts : { method, path, fields: "" };
}
