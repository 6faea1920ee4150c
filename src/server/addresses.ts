import * as z from "zod";

/** What is wrong with a key that isn't one (see `keyPattern`). */
export const keyRule = "holds characters that a key can't have, such as spaces or line breaks.";

/**
 * Reads an address that others stand below, for zod; none of them stands below `/v1`.
 *
 * @param keyPlace where a key belongs, which people like to write into the address.
 */
export function baseUrl(protocols: readonly [string, string], keyPlace: string) {
  return plainUrl(protocols, `Put the key into ${keyPlace}.`).refine(
    (url) => !/\/v1$/i.test(url),
    "must not end in /v1. The playground adds it.",
  );
}

/**
 * Reads an address without secrets, for zod, as it is written before the slash that begins the next part.
 *
 * @param remedy what to do with a user name or password instead.
 */
export function plainUrl(protocols: readonly [string, string], remedy: string) {
  return z.string().transform((text, context): string => {
    const refuse = (message: string): never => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    if (url === undefined || !protocols.includes(url.protocol)) {
      return refuse(`must be a ${protocols[0]}// or ${protocols[1]}// address.`);
    }
    if (url.username !== "" || url.password !== "") {
      return refuse(`must not hold a user name or password. ${remedy}`);
    }
    if (url.search !== "" || url.hash !== "") return refuse("must not hold a query or a fragment.");
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
  });
}

/** Where the WebSockets of a service are, where nothing else is said: at its own host, and as safe. */
export function webSocketsAt(address: string): string {
  return address.replace(/^http/, "ws");
}
