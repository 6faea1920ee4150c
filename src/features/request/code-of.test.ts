import { expect, it } from "vitest";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { type RouteForm, routeRequest } from "../../core/exchanges/route-form.ts";
import { codeOfRoute } from "./code-view.tsx";

const form: RouteForm = { route: "speech", taskId: "task_1", query: "", range: "", model: "", body: "" };

it("a route by hand becomes code with a file that fits", () => {
  const file = (changes: Partial<RouteForm>) => {
    const request = routeRequest({ ...form, ...changes });
    return request === undefined ? undefined : codeOfRoute(request, cloudTts)?.file;
  };
  expect(file({ route: "models" })).toBe("answer.json");
  expect(file({ route: "contentHead" })).toBe("head.txt");
  expect(file({ body: '{"model":"refvoice-2","input":"a"}' })).toBe("speech.wav");
  expect(file({ body: '{"model":"streamspeech-v8","Codec":"pcm_mulaw","stream":true}' })).toBe("speech.ulaw");
  expect(file({ body: "no json" })).toBe("speech.mp3");
});
