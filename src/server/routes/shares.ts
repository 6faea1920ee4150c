import { existsSync } from "node:fs";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseJson, property } from "../../contract/json.ts";
import { playgroundRoutes } from "../../contract/playground.ts";
import { type KeptShare, share, sharedPath } from "../../contract/shares.ts";
import { codeOf } from "../../http/errors.ts";
import { ProxyError } from "../errors.ts";
import { enter, holdersOf } from "../holders.ts";
import { checkMediaType } from "../security/gate.ts";
import { answerPolicy } from "../security/headers.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import { readShare } from "../shares/read-share.ts";
import { leaveFolder, withoutPath } from "../shares/share-folder.ts";
import { missingPage, sharedPage, sharedPagePolicy } from "../shares/shared-page.ts";
import { createShares, type Shares, soundFileOf } from "../shares/shares.ts";
import type { Parts } from "./parts.ts";

interface Named {
  readonly Params: { readonly id: string };
}

const at = (template: string) => template.replace("{id}", ":id");
const html = "text/html; charset=utf-8";
const hour = 3_600_000;
/** How often the folder is looked through for what is over, in milliseconds. Nothing is found in it by then. */
const sweepEvery = 60_000;

/**
 * Puts the routes of shared takes into `app`. The page of who may speak gives one (201 with its link; 400 where it
 * isn't sound with its text, 404 where nothing is shared, 429 and 503 where there is too much) and removes it (204).
 * Whoever has the link opens its page and hears it.
 */
export async function addShareRoutes(
  app: FastifyInstance,
  { configuration: { publicUrl, shareHours, shareFolder }, services, sessions, limits, wallClock }: Parts,
): Promise<void> {
  const shares =
    shareHours === undefined ? undefined : await createShares(shareFolder, shareHours * hour, limits, wallClock);
  const noStore = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

  async function admit(request: FastifyRequest): Promise<Shares> {
    checkProvenOrigin(request.raw.headers, publicUrl);
    enter(request, await sessions.accessFor(request.raw.headers, services.of(request.raw)));
    if (shares === undefined) throw notOffered();
    return shares;
  }

  app.route({
    ...{ method: playgroundRoutes.keepShare.method, url: playgroundRoutes.keepShare.path },
    bodyLimit: share.mostBytes,
    // Before the body is read, so that nobody makes this program hold one in vain.
    async onRequest(request) {
      const { checkRoom } = await admit(request);
      checkMediaType(request, share.mediaType);
      checkRoom(holdersOf(request));
    },
    async handler(request, reply): Promise<KeptShare> {
      const read = Buffer.isBuffer(request.body) ? readShare(request.body) : undefined;
      if (read === undefined) throw unusable();
      const { keep } = await admit(request);
      const { details, sound, kind } = read;
      const { id, end } = await keep(details, { bytes: sound, kind }, holdersOf(request));
      reply.code(201).headers({ ...noStore, "content-security-policy": answerPolicy });
      return { address: `${publicUrl}${sharedPath}${id}`, end };
    },
  });
  app.route<Named>({
    method: ["GET", "HEAD"],
    url: at(playgroundRoutes.shared.path),
    // A link stands in a letter or a chat.
    config: { openTo: "every_site" },
    async handler({ params: { id } }, reply) {
      const take = await shares?.read(id);
      reply.headers({ ...noStore, "content-security-policy": sharedPagePolicy }).type(html);
      if (take === undefined) return reply.code(404).send(missingPage());
      return reply.send(sharedPage(take, `${sharedPath}${id}/sound`));
    },
  });
  app.route({
    ...{ method: playgroundRoutes.removeShare.method, url: playgroundRoutes.removeShare.path },
    bodyLimit: 1_024,
    async onRequest(request) {
      await admit(request);
      checkMediaType(request);
    },
    async handler(request, reply) {
      const removal = property(parseJson(String(request.body)), "removal");
      if (!(await shares?.remove(String(removal)))) throw notThere();
      return reply.code(204).headers(noStore).send();
    },
  });
  await app.register(async (sounds) => {
    if (shares !== undefined) {
      const files = { root: shareFolder, serve: false, cacheControl: false, dotfiles: "deny" as const };
      await sounds.register(fastifyStatic, files);
      const sweep = () =>
        shares.sweep().catch((error: unknown) => {
          // Not the error itself, which names the file: whoever reads the log can't open a take.
          app.log.error({ code: codeOf(error) }, "not all shared takes that are over can be deleted");
        });
      await sweep();
      const sweeping = setInterval(sweep, sweepEvery).unref();
      app.server.once("close", () => {
        clearInterval(sweeping);
        leaveFolder(shareFolder);
      });
    }
    sounds.setErrorHandler((error) => {
      throw withoutPath(error);
    });
    sounds.route<Named>({
      method: ["GET", "HEAD"],
      url: at(playgroundRoutes.sharedSound.path),
      // Its page plays it, and a press downloads it.
      config: { destinations: new Set(["empty", "audio", "document"]) },
      handler: ({ params: { id } }, reply): FastifyReply => {
        const take = shares?.find(id);
        // Somebody may have deleted the file alone.
        if (take === undefined || !existsSync(join(shareFolder, soundFileOf(id, take)))) throw notThere();
        const name = `shared.${take.kind}`;
        const policies = { "content-security-policy": answerPolicy };
        reply.headers({ ...noStore, ...policies, "content-disposition": `attachment; filename="${name}"` });
        return reply.sendFile(soundFileOf(id, take));
      },
    });
  });
}

function notOffered(): ProxyError {
  const message = "Nothing is shared by a link here. Whoever runs this playground can set PLAYGROUND_SHARE_HOURS.";
  return new ProxyError(404, "shares_not_offered", message);
}

function unusable(): ProxyError {
  return new ProxyError(400, "share_unusable", "The body must be a take as the page shares it: its text, and sound.");
}

/** The same for one that never was, so that nobody can tell a guess from a memory. */
function notThere(): ProxyError {
  return new ProxyError(404, "not_found", "There is no such shared take here. Each is removed when its time is over.");
}
