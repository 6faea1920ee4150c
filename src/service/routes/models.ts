import type { FastifyReply, FastifyRequest } from "fastify";
import { models } from "../../contract/models/index.ts";

/** `GET /v1/models` (section 2.7): the models that the key may use; an empty list when it may use none. */
export async function listModels(
  request: FastifyRequest,
  reply: FastifyReply,
  speaks: (modelId: string) => boolean,
): Promise<FastifyReply> {
  const data = models
    .filter(({ id }) => speaks(id) && request.caller.mayUse(id))
    .map(({ id }) => ({ id, object: "model" }));
  return reply.send({ object: "list", data });
}
