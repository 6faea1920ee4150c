import type { IncomingMessage } from "node:http";
import { readPathAt } from "../../contract/service-names.ts";
import type { Configuration } from "../configuration.ts";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import type { ServiceConfiguration } from "../services-file.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

/** A service, its key, and the only way to it. */
export interface Service extends ServiceConfiguration {
  readonly upstream: Upstream;
}

/** The services that requests can go to: those that are configured, and no address that a request names. */
export interface Services {
  /** The usual one first. */
  readonly all: readonly [Service, ...Service[]];
  /**
   * Takes a service's name off a request's target, and remembers it: behind this the target is as if there were one
   * service, so that every rule of the gate and of the routes holds alike.
   */
  takeName(request: IncomingMessage): string;
  /** The name in a request's target, where it is one of a service; for the log. */
  nameOf(request: IncomingMessage): string | undefined;
  /**
   * The service that a request goes to: the usual one where its target names none.
   *
   * @throws {ProxyError} 404 `service_unknown`.
   */
  of(request: IncomingMessage): Service;
  /** Ends all requests, those that aren't answered with the reason. */
  close(reason?: ProxyError): void;
}

export function createServices(configuration: Configuration, limits: Limits): Services {
  const [usual, ...others] = (configuration.services ?? [configuration]).map((service) => ({
    ...service,
    upstream: createUpstream(service, limits),
  }));
  if (usual === undefined) throw new RangeError("There is no service.");
  const all = [usual, ...others] as const;
  const names = new WeakMap<IncomingMessage, string>();
  const named = (name: string | undefined) => all.find((service) => name !== undefined && service.name === name);
  return {
    all,
    takeName(request) {
      const target = request.url ?? "";
      const read = configuration.services === undefined ? undefined : readPathAt(target);
      if (read === undefined) return target;
      names.set(request, read.service);
      return read.path;
    },
    nameOf: (request) => named(names.get(request))?.name,
    of(request) {
      const name = names.get(request);
      const service = name === undefined ? usual : named(name);
      if (service !== undefined) return service;
      // What was asked for isn't repeated: it is anybody's text.
      const message = `There is no service of this name. There are ${all.map((each) => each.name).join(", ")}.`;
      throw new ProxyError(404, "service_unknown", message);
    },
    close(reason) {
      for (const { upstream } of all) upstream.close(reason);
    },
  };
}
