/** What a service may be called where there are several: its name stands in addresses. */
export const serviceNamePattern = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * Where the playground's server takes a request for one of several services: before the path stands its name. It is the
 * playground's own, and stays there: a query of the service's, which may hold a signature, passes byte for byte, and a
 * WebSocket, which can have no field of its own, is told apart in the same way.
 */
export function pathAt(service: string | undefined, path: string): string {
  return service === undefined ? path : `/services/${service}${path}`;
}

/** Reads what {@link pathAt} wrote, whatever the name; undefined for every other target. */
export function readPathAt(target: string): { readonly service: string; readonly path: string } | undefined {
  const [, service, path] = /^\/services\/([^/?]+)(\/(?:v1|playground|references)\/.*)$/.exec(target) ?? [];
  return service === undefined || path === undefined ? undefined : { service, path };
}
