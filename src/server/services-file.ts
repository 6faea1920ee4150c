import { readFileSync } from "node:fs";
import * as z from "zod";
import { keyPattern } from "../contract/keys.ts";
import { serviceNamePattern } from "../contract/service-names.ts";
import { codeOf } from "../http/errors.ts";
import { ConfigurationError, type Environment } from "../http/program.ts";
import { baseUrl, keyRule, webSocketsAt } from "./addresses.ts";

/** A speech service, and how it is reached. */
export interface ServiceConfiguration {
  /** What requests and the page call it; undefined for the only one, which needs no name. */
  readonly name?: string | undefined;
  /** By which it is told from others at a glance, such as `#c02020`. */
  readonly colour?: string | undefined;
  /** Whether it is the one beside the playground, which alone is asked for more than is in the document. */
  readonly service: "embedded" | "remote";
  /** The address below which the service fetches the playground's sample recordings; with a slash at the end. */
  readonly references: string | undefined;
  /**
   * The address below which the service fetches what visitors record; with a slash at the end, and undefined where it
   * isn't known how the service reaches this program.
   */
  readonly recordings: string | undefined;
  /** The address that the service gives as its own to clients, where that isn't its base address. */
  readonly contentUrl: string | undefined;
  /** Without a trailing slash and without `/v1`; may carry a path. */
  readonly baseUrl: string;
  readonly webSocketBaseUrl: string;
  /** The key that pays for everybody; without it each visitor brings one. */
  readonly apiKey: string | undefined;
}

/** More than these are no choice any more. */
const mostServices = 20;
const keyPlace = "the variable that keyEnv names";

const entrySchema = z.strictObject({
  name: z
    .string("is missing. Give the service a name, such as staging.")
    .regex(
      serviceNamePattern,
      "must be at most 32 lower-case letters, digits and hyphens, because it stands in addresses.",
    ),
  baseUrl: baseUrl(["https:", "http:"], keyPlace).optional(),
  webSocketBaseUrl: baseUrl(["wss:", "ws:"], keyPlace).optional(),
  keyEnv: z
    .string()
    // In capitals, as such names are: a key that somebody puts here by mistake is never repeated.
    .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, "must be the name of an environment variable, such as STAGING_KEY, not the key.")
    .optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a number sign and six hexadecimal digits, such as #c02020.")
    .optional(),
});
type Entry = z.infer<typeof entrySchema>;

interface Surroundings {
  readonly environment: Environment;
  /** The service that an entry without an address means; undefined where there is none. */
  readonly usual: ServiceConfiguration | undefined;
  /** Where services beyond this machine fetch what visitors record. */
  readonly recordings: string | undefined;
}

/**
 * Reads the file that SPEECH_SERVICES names: several services, the usual one first. Keys stand in variables, so that
 * the file can be kept and shared.
 *
 * @throws {ConfigurationError} that names the file, the entry and the remedy, and never a key.
 */
export function readServices(file: string, surroundings: Surroundings): readonly ServiceConfiguration[] {
  const fail = (message: string): never => {
    throw new ConfigurationError(`SPEECH_SERVICES: ${file}: ${message}`);
  };
  const list = readList(file, fail);
  if (list.length === 0 || list.length > mostServices) {
    fail(
      `must be a JSON list of 1 to ${mostServices} services, such as [{"name": "staging", "baseUrl": "https://…"}].`,
    );
  }
  const names = new Set<string>();
  const services = list.map((given, index) => {
    const failAt = (message: string): never => fail(`entry ${index + 1}${nameIn(given)}: ${message}`);
    const parsed = entrySchema.safeParse(given);
    if (!parsed.success) return failAt(problemIn(parsed.error));
    const { name } = parsed.data;
    if (names.has(name)) failAt("another entry has this name. Give each a name of its own.");
    names.add(name);
    return serviceOf(parsed.data, surroundings, failAt);
  });
  if (surroundings.usual !== undefined && services.every(({ baseUrl }) => baseUrl !== surroundings.usual?.baseUrl)) {
    fail("no entry leaves baseUrl out, so that SPEECH_BASE_URL means nothing. Unset it, or add such an entry.");
  }
  return services;
}

function readList(file: string, fail: (message: string) => never): readonly unknown[] {
  let text: string;
  try {
    // Without the mark that some editors put in front.
    text = new TextDecoder().decode(readFileSync(file));
  } catch (error) {
    const code = codeOf(error) || "unknown error";
    return fail(`can't be read (${code}). Set SPEECH_SERVICES to the path of a JSON file, or unset it.`);
  }
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    // What the parser says quotes the file, and somebody may have put a key into it.
    return fail("isn't JSON. Look for a comma or a quotation mark too many or too few, and save it as UTF-8.");
  }
}

function serviceOf(
  { name, colour, keyEnv, ...entry }: Entry,
  { environment, usual, recordings }: Surroundings,
  fail: (message: string) => never,
): ServiceConfiguration {
  if (entry.baseUrl === undefined) {
    if (usual === undefined) {
      return fail("baseUrl is missing. Set it to the service's address, without /v1, or set SPEECH_BASE_URL.");
    }
    if (keyEnv !== undefined || entry.webSocketBaseUrl !== undefined) {
      return fail("without baseUrl it has the key and the WebSockets of SPEECH_BASE_URL. Leave the others out, too.");
    }
    if (usual.apiKey === undefined) return fail("SPEECH_API_KEY is missing. Set it to the key of SPEECH_BASE_URL.");
    return { ...usual, name, colour };
  }
  if (keyEnv === undefined) {
    return fail("keyEnv is missing. Set it to the name of the environment variable that holds the service's key.");
  }
  const apiKey = environment[keyEnv]?.trim();
  if (!apiKey) return fail(`${keyEnv}, which keyEnv names, isn't set. Set it to the service's key.`);
  if (!keyPattern.test(apiKey)) return fail(`${keyEnv} ${keyRule}`);
  return {
    ...{ name, colour, service: "remote", references: undefined, recordings, contentUrl: undefined, apiKey },
    baseUrl: entry.baseUrl,
    webSocketBaseUrl: entry.webSocketBaseUrl ?? webSocketsAt(entry.baseUrl),
  };
}

/** ` ("staging")`, where an entry has a name that can be told. */
function nameIn(given: unknown): string {
  const name = typeof given === "object" && given !== null && "name" in given ? given.name : undefined;
  return typeof name === "string" && serviceNamePattern.test(name) ? ` ("${name}")` : "";
}

function problemIn({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "unrecognized_keys") {
    return `${issue.keys[0]} is unknown. Use name, baseUrl, webSocketBaseUrl, keyEnv and colour.`;
  }
  const [field] = issue?.path ?? [];
  if (field === undefined) return 'must be an object, such as {"name": "staging"}.';
  const isText = issue?.code !== "invalid_type" || field === "name";
  return `${String(field)} ${isText ? issue?.message : "must be a text."}`;
}
