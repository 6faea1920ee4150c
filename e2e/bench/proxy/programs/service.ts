import { createServer } from "node:http";
import { routes } from "../../../../src/contract/routes.ts";
import { audioBody, modelList } from "../bodies.ts";
import { listen } from "./listen.ts";

/** Stands in for nginx as the service where that isn't installed. */
const audio = audioBody();

listen(
  createServer((incoming, response) => {
    incoming.resume();
    incoming.once("end", () => {
      const isAudio = incoming.url === routes.speech.path;
      const body = isAudio ? audio : modelList;
      response.writeHead(200, {
        "content-type": isAudio ? "audio/mpeg" : "application/json",
        "content-length": body.length,
      });
      response.end(body);
    });
  }),
);
