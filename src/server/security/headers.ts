import { createHash } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import { scriptPolicyName } from "../../contract/playground.ts";

/** What of the page's own stands in its HTML: sources of a content security policy, such as `'sha256-…'`. */
interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The page's policy: scripts from its own files only, and those in its own HTML, which are told by their hashes;
 * WebAssembly is allowed for the MP3 decoder of browsers that have none of their own, which opens nothing to text that
 * becomes code. Trusted Types keep text from becoming markup or a script's address; the one policy is in
 * `audio/own-script.ts`. Styles come likewise: what changes at run time is set property by property, which no policy
 * forbids. Sound may come from any http(s) address, because a person listens to reference recordings where they are
 * (section 2.4), and those may be anywhere; a list of hosts can't be known. It opens nothing else: a media element
 * plays what it gets, and gives none of it to a script. There is no HSTS, since this program speaks plain http: whoever
 * puts TLS in front decides that.
 */
const pageOptions = ({ scripts, styles }: InlineSources): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
      styleSrc: ["'self'", ...styles],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", "blob:", "https:", "http:"],
      connectSrc: ["'self'", "blob:"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: [scriptPolicyName],
    },
  },
  // The page's own route sends it where browsers accept it.
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: "same-origin" },
  referrerPolicy: { policy: "no-referrer" },
  xFrameOptions: { action: "deny" },
  strictTransportSecurity: false,
  // For Internet Explorer 8 and for Flash: no browser of today reads them, and a first visit has a dozen answers.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
});

/** The fields of every answer. Helmet would build the same ones anew for each request, so it is asked once. */
export const pageHeaders = headersOf({ scripts: [], styles: [] });

/** The content security policy of a page with scripts and styles in its HTML, all of which it may use. */
export function policyOf(html: string): string {
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs"))].map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    );
  const headers = headersOf({ scripts: hashes("script"), styles: hashes("style") });
  return headers.get("content-security-policy") ?? "";
}

function headersOf(inline: InlineSources): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(pageOptions(inline))(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** What the page never needs, and the microphone, which it asks for when somebody records a reference. */
export const permissionsPolicy =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), " +
  "microphone=(self), midi=(), payment=(), usb=()";

/** Answers that aren't the page are never a document, whatever a service puts into them. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
