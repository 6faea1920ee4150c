import { isJsonObject, type JsonObject, parseJson, property } from "../../contract/json.ts";
import type { Mode, ModelDescriptor } from "../../contract/model.ts";
import { findModel, firstModel, models } from "../../contract/models/index.ts";
import { type Endpoint, routes } from "../../contract/routes.ts";
import { type Check, type CheckRequest, type CheckStep, endpointOfRequest, expectsRefusal } from "../checks/check.ts";
import { codec, control, json, made, makeTask, overSocket, read, speak, status } from "./build.ts";

/**
 * Puts an accepted request beside each refusal: the same without its fault, made of the model's descriptor and sent
 * once in a run for all refusals of its shape. Where a step before is such a request, that is the one.
 */
export function withControls(check: Check): Check {
  const controls: CheckStep[] = [];
  const steps = check.steps.map((step, at): CheckStep => {
    if (!expectsRefusal(step)) return step;
    const endpoint = endpointOfRequest(step.request);
    const earlier = check.steps
      .slice(0, at)
      .findLast((each) => !expectsRefusal(each) && endpointOfRequest(each.request) === endpoint);
    if (earlier !== undefined) return { ...step, beside: [earlier.name] };
    const needed = controlsFor(step);
    for (const each of needed) if (!controls.some(({ name }) => name === each.name)) controls.push(each);
    return { ...step, beside: needed.map(({ name }) => name) };
  });
  return { ...check, steps: [...controls, ...steps] };
}

/** The voice that a model speaks with in checks: a name, or the recording that a person gave. */
export function voiceOf(model: ModelDescriptor): string {
  const voice = model.fields.find(({ group }) => group === "voice");
  return voice?.kind === "voice" ? voice.first.en : "{{reference}}";
}

/** The text of the controls, which is that of most refusals. */
const text = "Hello.";

function controlsFor({ request }: CheckStep): readonly CheckStep[] {
  const endpoint = endpointOfRequest(request);
  if (endpoint === undefined) return request.path.startsWith(`${routes.tasks.path}/`) ? taskRead() : [listRead];
  const model = modelFor(request, endpoint);
  if (model === undefined) return [listRead];
  const plain = { model: model.id, input: text, voice: voiceOf(model) };
  if (endpoint === "tasks") {
    return [{ ...control(`${model.id}, task`, makeTask(plain), ...made(), ...ended), follow: true }];
  }
  if (endpoint === "websocket") {
    const frame = { Text: text, VoiceId: voiceOf(model) };
    return [control(`${model.id}, WebSocket`, overSocket(frame, model.id), { kind: "frames", is: ".*b.*c.*" })];
  }
  const chosen = chosenControl(model, bodyOf(request));
  const name = [model.id, ...Object.keys(chosen)].join(", ");
  return [control(name, speak({ ...plain, ...chosen }), status(200), codec("mp3", "wav", "pcm_s16le", "pcm_mulaw"))];
}

const ended = [{ kind: "task", is: "completed" }] as const;
const listRead = control("model list", read(routes.models.path), status(200), json("data", { type: "array" }));

/** A task that there is, with everything that can be read of it. */
function taskRead(): readonly CheckStep[] {
  const model = [firstModel, ...models].find((each) => offers(each, "tasks") && voiceOf(each) !== "{{reference}}");
  if (model === undefined) return [listRead];
  const path = `${routes.tasks.path}/{{control_task}}`;
  return [
    {
      ...control("task", makeTask({ model: model.id, input: text, voice: voiceOf(model) }), ...made()),
      take: { control_task: "id" },
    },
    {
      ...control("its end", read(path), status(200), json("status", { is: "completed" })),
      until: { path: "status", values: ["completed", "failed"] },
    },
    control("its content", read(`${path}/content`), status(200)),
  ];
}

/** The model that a request names, where the route has it; else the first that the route has. */
function modelFor(request: CheckRequest, endpoint: Endpoint): ModelDescriptor | undefined {
  const named =
    request.transport === "websocket"
      ? /[?&]model=([^&]*)/.exec(request.path)?.[1]
      : property(bodyOf(request), "model");
  const model = findModel(named);
  if (model !== undefined && offers(model, endpoint)) return model;
  return [firstModel, ...models].find((each) => offers(each, endpoint) && voiceOf(each) !== "{{reference}}");
}

function offers({ modes }: ModelDescriptor, endpoint: Endpoint): boolean {
  const all = Object.values(modes);
  if (endpoint === "websocket") return all.some(({ transports }) => transports.includes("websocket"));
  return all.some((mode) => mode.endpoint === endpoint);
}

/** The fields by which a body chooses its mode, as they are to be where nothing is wrong in them. */
function chosenControl(model: ModelDescriptor, body: JsonObject): Readonly<Record<string, boolean>> {
  const mode: Mode = model.modeOf(body);
  const fields = model.modes[mode]?.control ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(body, key)));
}

function bodyOf(request: CheckRequest): JsonObject {
  const sent = request.transport === "websocket" ? request.frames[0] : request.body;
  const value = parseJson(sent);
  return isJsonObject(value) ? value : {};
}
