import proxy from "@fastify/http-proxy";
import fastify from "fastify";
import { listen } from "./listen.ts";

/** A proxy as it is usually built: `@fastify/http-proxy` with its defaults. */
const app = fastify();
await app.register(proxy, { upstream: process.argv[2] ?? "" });
await app.ready();
listen(app.server);
