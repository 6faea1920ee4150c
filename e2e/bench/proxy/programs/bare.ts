import { Agent, createServer, request } from "node:http";
import { listen } from "./listen.ts";

/** The least that passes HTTP on with nothing but Node: no check, no limit, no header left out. */
const upstream = new URL(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true });

listen(
  createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const { hostname, port } = upstream;
    const outgoing = request({ hostname, port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  }),
);
