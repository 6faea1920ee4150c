import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from "fastify";
import { isJsonObject } from "../../contract/json.ts";
import { models } from "../../contract/models/index.ts";
import { type RouteName, routes } from "../../contract/routes.ts";
import { acceptModel } from "../accept.ts";
import { Refusal } from "../refusal.ts";
import { sendContent, sendTimestamps } from "./content.ts";
import { type EngineTools, registerEngineRoutes } from "./engines.ts";
import { type SpeechTools, speak } from "./speech.ts";
import { createTask, listTasks, showTask, type TaskTools } from "./tasks.ts";
import { checkHandshake, type SocketTools, serveSocket } from "./websocket.ts";

export type RouteTools = SpeechTools & TaskTools & SocketTools & EngineTools;

/** Registers every route of the document (section 4). */
export function registerRoutes(app: FastifyInstance, tools: RouteTools): void {
  const { planners } = tools;
  const serve = (name: RouteName, handler: RouteHandlerMethod, rest: Partial<RouteOptions> = {}): void => {
    const { method, path } = routes[name];
    app.route({ method, url: withParameter(path), handler, ...rest, config: { ...rest.config, name } });
  };
  // The models that the key may use (section 2.7); an empty list when it may use none.
  serve("models", async ({ caller }) => {
    const usable = models.filter(({ id }) => planners.speaks(id) && caller.mayUse(id));
    return { object: "list", data: usable.map(({ id }) => ({ id, object: "model" })) };
  });
  // Not in the document: what clients of other services know.
  app.head(routes.models.path, (_request, reply) => sendHead(reply));
  app.route({
    method: ["GET", "HEAD"],
    url: `${routes.models.path}/:model`,
    handler: (request, reply) => {
      const { id } = acceptModel(modelIn(request), request.caller, planners.speaks);
      return request.method === "HEAD" ? sendHead(reply) : reply.send({ id, object: "model" });
    },
  });
  app.get(routes.tasks.path, (request, reply) => listTasks(request, reply, tools));
  serve("speech", (request, reply) => speak(request, reply, tools));
  serve("tasks", (request, reply) => createTask(request, reply, tools));
  serve("task", (request, reply) => showTask(request, reply, tools));
  serve("content", (request, reply) => sendContent(request, reply, tools), {
    method: [routes.content.method, routes.contentHead.method],
    config: { signedAddress: true },
  });
  serve("timestamps", (request, reply) => sendTimestamps(request, reply, tools));
  serve("websocket", failHandshake, {
    preValidation: async (request) => checkHandshake(request, planners.speaks),
    wsHandler: (socket, request) => serveSocket(socket, request, tools),
  });
  registerEngineRoutes(app, tools);
  // The embedded service has no language model, so whatever model is named, it isn't here; the body needn't be read.
  serve("systemone", refuseModel, { onRequest: refuseModel });
}

function sendHead(reply: FastifyReply): FastifyReply {
  return reply.type("application/json; charset=utf-8").send();
}

function modelIn({ params }: FastifyRequest): unknown {
  return isJsonObject(params) ? params["model"] : undefined;
}

function failHandshake(): never {
  throw new Error("a request without an upgrade passed the handshake");
}

async function refuseModel(): Promise<never> {
  throw new Refusal(404, "model_not_found", "This service has no language model.", { param: "model" });
}

/** A path of the contract in the router's notation: `{task_id}` is `:task_id`. */
function withParameter(path: string): string {
  return path.replace(/\{(\w+)\}/, ":$1");
}
