import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import * as z from "zod";
import { codeOf, listenCodeOf } from "../http/errors.ts";
import { ConfigurationError, listenOn, runProgram } from "../http/program.ts";
import { stopGracefully } from "../http/stop.ts";
import { createApp } from "./app.ts";
import { readConfiguration } from "./configuration.ts";
import { defaultLimits } from "./limits.ts";
import { createLogger } from "./logging.ts";
import { clearFolder } from "./shares/share-folder.ts";

/** The proxy as a program: `dist/programs/server.js`, with the built page beside it in `dist/page`. */
const fail = runProgram({
  async start() {
    const configuration = readConfiguration(process.env);
    const { host, port, logLevel, apiKey, password, sessionSecret, services = [], shareFolder } = configuration;
    const keys = services.map((service) => service.apiKey);
    const logger = createLogger(logLevel, [apiKey, ...keys, password, sessionSecret]);
    // What was shared while that was allowed.
    if (configuration.shareHours === undefined) await clearShares(shareFolder, logger);
    const pageDirectory = fileURLToPath(new URL("../page", import.meta.url));
    const app = await createApp({
      configuration,
      logger,
      version: readVersion(),
      ...(existsSync(pageDirectory) ? { pageDirectory } : {}),
    });
    return {
      listen: () => listenOn(app, { host, port }),
      stop: () => stopGracefully(app, configuration.stopGrace ?? defaultLimits.shutdownGrace),
    };
  },
  explain,
});
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

async function clearShares(folder: string, logger: Logger): Promise<void> {
  try {
    if (await clearFolder(folder)) return;
    logger.warn(
      `${folder} is another playground's, or was a moment ago: what is shared there stays. ` +
        "Give each playground a DATA_DIR of its own; if there is no other, start again in three minutes",
    );
  } catch (error) {
    logger.warn(`DATA_DIR: ${folder} can't be cleared (${codeOf(error)}): what was shared there stays`);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const code = listenCodeOf(error);
  const place = `${process.env["HOST"] || "127.0.0.1"}, port ${process.env["PORT"] || "4173"}`;
  if (code === "EADDRINUSE") return `${place} is taken. Stop the program that uses it, or set PORT to a free one.`;
  if (code === "EACCES") return `${place} isn't allowed for this user. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || ["ENOTFOUND", "EAI_AGAIN"].includes(codeOf(error))) {
    return `${place} isn't an address of this machine. Set HOST to one that is, such as 127.0.0.1.`;
  }
  return `The playground's server failed: ${error instanceof Error ? error.message : String(error)}`;
}
