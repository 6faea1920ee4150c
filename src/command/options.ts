import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { CostClass } from "../conformance/checks/check.ts";
import type { ChecksPrice } from "../conformance/checks/price.ts";
import { CommandError } from "./problem.ts";

/** Which checks of the built-in suite are run, as on the page: by what they cost. */
const scopes: Readonly<Record<string, readonly CostClass[]>> = {
  quick: ["free"],
  usual: ["free", "small"],
  all: ["free", "small", "large"],
};

export const usage = `Use: speech-check --base-url URL [options], or npm run check -- --base-url URL [options]
  --base-url URL          the service without /v1, or a playground, which passes everything on
  --service NAME          of a playground with several services, the one that is asked
  --ws-base-url URL       where the service's WebSockets are, if elsewhere
  --key-env NAME          the environment variable that holds the service's key
  --password-env NAME     the environment variable that holds a playground's password
  --suite WHICH           built-in (the default), or a file of cases that the page exported
  --tag TAG               of a file of cases: those with this tag; may be given more than once
  --scope SCOPE           of the built-in suite: quick (reads and refusals), usual, or all (the default)
  --section N             of the built-in suite: one section of the interface document, such as 2.3
  --reference URL         a recording that the service can fetch, for models that speak like one
  --budget N              tokens that may be spent at most
  --budget-amount N       money that may be spent at most, before the group multiplier
  --budget-unpriced N     requests without a documented price that may be sent at most
  --embedded              the service is the playground's own: its choices beyond the document are judged, too
  --baseline FILE         the report.json of an earlier run, its sound beside it: what moved since has failed
  --likeness N            how alike a sound must be to the baseline's in each minute: 0 to 1, 0.9 where nothing is said
  --parallel N            checks beside each other: 1 to 16; 4 where nothing is said
  --report FOLDER         where reports and sound go: check-report where nothing is said
Exit status: 0 everything passed, 1 something failed, 2 something couldn't be judged.`;

export interface Options {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly webSocketBaseUrl: string;
  /** Of a playground with several services, which one is asked; its usual one when undefined. */
  readonly service: string | undefined;
  readonly key: string | undefined;
  readonly password: string | undefined;
  /** `built-in` or a file. */
  readonly suite: string;
  /** Of a file's cases, which are run: those that have one of these; all where there is none. */
  readonly tags: readonly string[];
  readonly costs: readonly CostClass[];
  readonly section: string | undefined;
  readonly reference: string | undefined;
  /** What was said of money; undefined where nothing was. */
  readonly budget: Partial<ChecksPrice> | undefined;
  readonly embedded: boolean;
  /** A JSON report that this run is held against. */
  readonly baseline: string | undefined;
  /** How alike a sound must be to the baseline's; the usual when undefined. */
  readonly likeness: number | undefined;
  readonly parallel: number;
  readonly report: string;
}

const named = {
  "base-url": { type: "string" },
  "ws-base-url": { type: "string" },
  service: { type: "string" },
  "key-env": { type: "string" },
  "password-env": { type: "string" },
  suite: { type: "string" },
  tag: { type: "string", multiple: true },
  scope: { type: "string" },
  section: { type: "string" },
  reference: { type: "string" },
  budget: { type: "string" },
  "budget-amount": { type: "string" },
  "budget-unpriced": { type: "string" },
  embedded: { type: "boolean" },
  baseline: { type: "string" },
  likeness: { type: "string" },
  parallel: { type: "string" },
  report: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Reads the command line; undefined where help is asked for. Throws {@link CommandError} for what it can't be. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const given = values["base-url"];
  if (given === undefined) throw new CommandError(`--base-url is missing.\n${usage}`);
  const baseUrl = addressOf("--base-url", given, ["http:", "https:"]);
  const { suite = "built-in", scope = "all", parallel = "4", report = "check-report" } = values;
  const { section, reference, baseline } = values;
  if (baseline !== undefined && dirname(resolve(baseline)) === resolve(report)) {
    throw new CommandError("--baseline lies in the folder of --report, which is emptied. Move it, or name another.");
  }
  const costs = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (costs === undefined) throw new CommandError(`--scope must be quick, usual or all, not ${scope}.`);
  if (suite !== "built-in" && (values.scope !== undefined || section !== undefined)) {
    throw new CommandError("--scope and --section belong to the built-in suite. Leave them out, or leave out --suite.");
  }
  const { tag: tags = [] } = values;
  if (suite === "built-in" && tags.length > 0) {
    throw new CommandError("--tag belongs to a file of cases. Name that with --suite, or leave out --tag.");
  }
  const tokens = numberOf("--budget", values.budget);
  const amount = numberOf("--budget-amount", values["budget-amount"]);
  const undocumented = numberOf("--budget-unpriced", values["budget-unpriced"]);
  const said = { ...put("tokens", tokens), ...put("amount", amount), ...put("undocumented", undocumented) };
  const likeness = numberOf("--likeness", values.likeness);
  if (likeness !== undefined && (likeness > 1 || baseline === undefined)) {
    throw new CommandError("--likeness must be a number from 0 to 1, and belongs to --baseline.");
  }
  const beside = numberOf("--parallel", parallel) ?? 0;
  if (!Number.isInteger(beside) || beside < 1 || beside > 16) {
    throw new CommandError("--parallel must be a whole number from 1 to 16.");
  }
  return {
    baseUrl,
    webSocketBaseUrl: addressOf("--ws-base-url", values["ws-base-url"] ?? baseUrl, [
      "ws:",
      "wss:",
      "http:",
      "https:",
    ]).replace(/^http/, "ws"),
    service: values.service,
    key: secretOf("--key-env", values["key-env"], environment)?.trim(),
    // As the playground's server reads it: its spaces are a part of it.
    password: secretOf("--password-env", values["password-env"], environment),
    suite,
    tags,
    costs,
    section,
    reference: reference === undefined ? undefined : addressOf("--reference", reference, ["http:", "https:"]),
    budget: Object.keys(said).length === 0 ? undefined : said,
    embedded: values.embedded === true,
    baseline,
    likeness,
    parallel: beside,
    report,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: named, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

function put<Name extends string>(name: Name, value: number | undefined): { readonly [key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]?: number });
}

function numberOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(value)) throw new CommandError(`${name} must be a number of 0 or more, not ${value}.`);
  return Number(value);
}

function addressOf(name: string, value: string, protocols: readonly string[]): string {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  if (address === undefined || !protocols.includes(address.protocol)) {
    throw new CommandError(`${name} must be an address that begins with ${protocols.join("// or ")}//.`);
  }
  if (address.username !== "" || address.password !== "" || address.hash !== "") {
    throw new CommandError(`${name} must be an address without a user, a password or a fragment.`);
  }
  if (name !== "--reference" && value.includes("?")) {
    throw new CommandError(`${name} must be an address without a query: paths are put behind it.`);
  }
  const base = value.replace(/\/+$/, "");
  // As clients of such services have it; every path begins with it here.
  if (name === "--base-url" && base.endsWith("/v1")) {
    throw new CommandError(`--base-url is the service's address without /v1: ${base.slice(0, -3)}`);
  }
  return base;
}

/** A secret, out of the variable that is named: on a command line every program on the machine could read it. */
function secretOf(option: string, name: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (name === undefined) return undefined;
  const secret = environment[name];
  if (!secret?.trim())
    throw new CommandError(`${option}: the environment variable ${name} is not set, or empty. Set it.`);
  return secret;
}
