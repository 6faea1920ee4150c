import * as z from "zod";

/** What is wrong with a key that isn't one (see `keyPattern`). */
export const keyRule = "holds characters that a key can't have, such as spaces or line breaks.";

/**
 * Reads an address that others stand below, for zod.
 *
 * @param keyPlace where a key belongs, which people like to write into the address.
 */
export function baseUrl(protocols: readonly [string, string], keyPlace: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const refuse = (message: string): never => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    if (url === undefined || !protocols.includes(url.protocol)) {
      return refuse(`must be a ${protocols[0]}// or ${protocols[1]}// address.`);
    }
    if (url.username !== "" || url.password !== "") {
      return refuse(`must not hold a user name or password. Put the key into ${keyPlace}.`);
    }
    if (url.search !== "" || url.hash !== "") return refuse("must not hold a query or a fragment.");
    const path = url.pathname.replace(/\/+$/, "");
    if (/\/v1$/i.test(path)) return refuse("must not end in /v1. The playground adds it.");
    return `${url.protocol}//${url.host}${path}`;
  };
}

/** Where the WebSockets of a service are, where nothing else is said: at its own host, and as safe. */
export function webSocketsAt(address: string): string {
  return address.replace(/^http/, "ws");
}
