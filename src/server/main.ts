import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { ConfigurationError } from "../contract/programs.ts";
import { createApp } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { defaultLimits } from "./limits.ts";
import { createLogger } from "./logging.ts";
import { stopGracefully } from "./stop.ts";

/** The proxy as a program: `dist/programs/server.js`, with the built page beside it in `dist/page`. */
async function main(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const logger = createLogger(configuration.logLevel, [
    configuration.apiKey,
    configuration.password,
    configuration.sessionSecret,
  ]);
  const pageDirectory = fileURLToPath(new URL("../page", import.meta.url));
  const app = await createApp({
    configuration,
    logger,
    version: readVersion(),
    ...(existsSync(pageDirectory) ? { pageDirectory } : {}),
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    stopGracefully(app, defaultLimits.shutdownGrace).then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.on(signal, stop);

  await app.listen({ host: configuration.host, port: configuration.port });
  const address = app.server.address();
  if (typeof address === "object" && address !== null) process.send?.({ type: "listening", port: address.port });
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Says in one line why the program can't go on, to the launcher or on standard error, and ends it. */
function fail(error: unknown): void {
  const message = explain(error);
  if (process.send === undefined) {
    console.error(message);
    process.exit(1);
  }
  process.send({ type: "failed", message }, undefined, undefined, () => process.exit(1));
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  const place = `${process.env["HOST"] || "127.0.0.1"}, port ${process.env["PORT"] || "4173"}`;
  if (code === "EADDRINUSE") return `${place} is taken. Stop the program that uses it, or set PORT to a free one.`;
  if (code === "EACCES") return `${place} isn't allowed for this user. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${place} isn't an address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  }
  return `The playground's server failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** The launcher may end while this program still starts; from then on nobody waits for it, or could stop it. */
function endWithLauncher(): void {
  if (process.listenerCount("disconnect") === 1) process.exit(0);
}
process.on("disconnect", endWithLauncher);
// Only a program that was started with a channel can have lost it.
if (process.connected === false) process.exit(0);

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
main().catch(fail);
