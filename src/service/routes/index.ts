import type { FastifyInstance } from "fastify";
import { models } from "../../contract/models/index.ts";
import { routes } from "../../contract/routes.ts";
import { Refusal } from "../refusal.ts";
import { sendContent, sendTimestamps } from "./content.ts";
import { type SpeechTools, speak } from "./speech.ts";
import { createTask, showTask, type TaskTools } from "./tasks.ts";
import { checkHandshake, type SocketTools, serveSocket } from "./websocket.ts";

export type RouteTools = SpeechTools & TaskTools & SocketTools;

/** Registers every route of the document (section 4). */
export function registerRoutes(app: FastifyInstance, tools: RouteTools): void {
  const { planners } = tools;
  app.route({
    method: routes.models.method,
    url: routes.models.path,
    // The models that the key may use (section 2.7); an empty list when it may use none.
    handler: async ({ caller }) => {
      const usable = models.filter(({ id }) => planners.speaks(id) && caller.mayUse(id));
      return { object: "list", data: usable.map(({ id }) => ({ id, object: "model" })) };
    },
  });
  app.route({
    method: routes.speech.method,
    url: routes.speech.path,
    handler: (request, reply) => speak(request, reply, tools),
  });
  app.route({
    method: routes.tasks.method,
    url: routes.tasks.path,
    handler: (request, reply) => createTask(request, reply, tools),
  });
  app.route({
    method: routes.task.method,
    url: withParameter(routes.task.path),
    handler: (request, reply) => showTask(request, reply, tools),
  });
  app.route({
    method: [routes.content.method, "HEAD"],
    url: withParameter(routes.content.path),
    config: { signedAddress: true },
    handler: (request, reply) => sendContent(request, reply, tools),
  });
  app.route({
    method: routes.timestamps.method,
    url: withParameter(routes.timestamps.path),
    handler: (request, reply) => sendTimestamps(request, reply, tools),
  });
  app.route({
    method: routes.websocket.method,
    url: routes.websocket.path,
    preValidation: async (request) => checkHandshake(request, planners.speaks),
    handler: () => {
      throw new Error("a request without an upgrade passed the handshake");
    },
    wsHandler: (socket, request) => serveSocket(socket, request, tools),
  });
  // The embedded service has no language model, so whatever model is named, it isn't here; the body needn't be read.
  const refuse = async (): Promise<never> => {
    throw new Refusal(404, "model_not_found", "This service has no language model.", { param: "model" });
  };
  app.route({ method: routes.systemone.method, url: routes.systemone.path, onRequest: refuse, handler: refuse });
}

/** A path of the contract in the router's notation: `{task_id}` is `:task_id`. */
function withParameter(path: string): string {
  return path.replace(/\{(\w+)\}/, ":$1");
}
