import { scriptPolicyName } from "../../contract/playground.ts";

/** Says that an address is one of a script; throws where it isn't. */
interface ScriptPolicy {
  /** What it gives stands for its text wherever a browser wants a script's address. */
  createScriptURL(address: string): string;
}

declare global {
  /** As much of Trusted Types as the page needs; undefined in browsers that don't know them. */
  var trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined;
}

/**
 * The page's only policy: by its header (`server/security/headers.ts`) it makes no other, and starts no worker without.
 */
const rules: ScriptPolicy = { createScriptURL: checkedAddress };
const policy = globalThis.trustedTypes?.createPolicy(scriptPolicyName, rules) ?? rules;

/**
 * The address of a worker's or service worker's script, for the browser to load. Throws a TypeError for any that the
 * build didn't make: what the service answers on the same origin is never run.
 */
export function ownScript(address: string): string {
  return policy.createScriptURL(address);
}

function checkedAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  // While it is developed, the page's parts are where their sources are.
  const isScript = import.meta.env.DEV || /^\/(?:assets\/[\w.-]+|offline)\.js$/.test(pathname);
  if (isScript && origin === location.origin) return address;
  throw new TypeError(address);
}
