import fastify from "fastify";
import { expect, test } from "vitest";
import { ModelFailedError } from "../engines/natural-voices.ts";
import { sendRefusal, toRefusal } from "../refusal.ts";
import { speak } from "./speech.ts";

test("what was paid before and can't be planned now is refused as what can't be spoken is", async () => {
  const app = fastify();
  app.decorateRequest("caller");
  app.addHook("onRequest", async (request) => {
    Object.assign(request, { caller: { id: "caller", mayUse: () => true } });
  });
  app.setErrorHandler((error: Error, request, reply) => sendRefusal(reply, toRefusal(error, request)));
  const plan = () => Promise.reject(new ModelFailedError("The model is ill.", { retryAfter: 5 }));
  const tools = {
    planners: { speaks: () => true, check: () => undefined, plan },
    answers: { claim: async () => ({ first: "", seed: 1 }) },
    cut: new AbortController().signal,
    ends: new Set(),
  };
  app.post("/", (request, reply) => speak(request, reply, tools as never));
  const payload = { model: "refvoice-2", input: "One.", voice: "https://example.com/voice.mp3" };
  const answer = await app.inject({ method: "POST", url: "/", payload });
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
});
