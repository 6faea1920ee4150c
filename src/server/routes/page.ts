import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Configuration } from "../configuration.ts";
import { permissionsPolicy, policyOf } from "../security/headers.ts";
import { isTrustworthy } from "../security/hosts.ts";

/**
 * Puts the page's files into `app`, each as a route of its own, as they are when the program starts. Files that were
 * compressed at build time go out so.
 *
 * @param directory an absolute path
 */
export async function addPage(
  app: FastifyInstance,
  { publicUrl }: Pick<Configuration, "publicUrl">,
  directory: string,
): Promise<void> {
  const policy = policyOf(await readFile(join(directory, "index.html"), "utf8"));
  await app.register(async (page) => {
    page.addHook("onRoute", (route) => {
      // Other sites may lead here.
      route.config = { ...route.config, openTo: "every_site" };
    });
    page.addHook("onRequest", async ({ raw }, reply) => {
      reply.header("content-security-policy", policy);
      // Elsewhere browsers ignore it, and say so as an error.
      if (isTrustworthy(raw.headers.host, publicUrl)) reply.header("cross-origin-opener-policy", "same-origin");
    });
    await addFiles(page, directory);
  });
}

async function addFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    preCompressed: true,
    cacheControl: false,
    serveDotFiles: false,
    decorateReply: false,
    setHeaders(reply, path) {
      // A file under assets/ carries its content's hash in its name, so it never changes.
      const isHashed = path.slice(directory.length).replaceAll("\\", "/").startsWith("/assets/");
      reply.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      reply.setHeader("permissions-policy", permissionsPolicy);
      reply.setHeader("vary", "accept-encoding");
    },
  });
}
