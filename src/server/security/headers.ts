import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import { scriptPolicyName } from "../../contract/playground.ts";

/**
 * The page's policy: scripts from its own files only; WebAssembly is allowed for the MP3 decoder of browsers that have
 * none of their own, which opens nothing to text that becomes code. Trusted Types keep text from becoming markup or a
 * script's address; the one policy is in `audio/own-script.ts`. Styles come from its own files, too: what changes at
 * run time is set property by property, which no policy forbids. Sound may come from any http(s) address, because a
 * person listens to reference recordings where they are (section 2.4), and those may be anywhere; a list of hosts can't
 * be known. It opens nothing else: a media element plays what it gets, and gives none of it to a script. There is no
 * HSTS, since this program speaks plain http: whoever puts TLS in front decides that.
 */
const pageOptions: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'"],
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
};

/** The fields of every answer. Helmet would build the same ones anew for each request, so it is asked once. */
export const pageHeaders: ReadonlyMap<string, string> = askHelmet();

function askHelmet(): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(pageOptions)(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** What the page never needs. */
export const permissionsPolicy =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
  "midi=(), payment=(), usb=()";

/** Answers that aren't the page are never a document, whatever a service puts into them. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
