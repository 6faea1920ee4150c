import { SpeechRequestError } from "../../api/errors.ts";
import type { PlaygroundConfig, SessionOpener } from "../../contract/playground.ts";
import type { Playground } from "./playground.ts";

/** Why a session could not be opened, sorted by what a person can do about it. */
const gateProblems = [
  "wrong_password",
  "wrong_key",
  "not_checked",
  "malformed",
  "too_many_attempts",
  "wrong_address",
  "unreachable",
] as const;
export type GateProblem = (typeof gateProblems)[number];

/**
 * Opens a session and asks everything anew. Returns what went wrong, if anything did: `wrong_address` also where the
 * browser didn't keep the session's cookie.
 */
export async function signIn({ client, queries }: Playground, opener: SessionOpener): Promise<GateProblem | undefined> {
  try {
    await client.openSession(opener, new AbortController().signal);
  } catch (error) {
    return problemOf(error);
  }
  await queries.invalidateQueries();
  const { status, data } = queries.getQueryState<PlaygroundConfig>(["config"]) ?? {};
  return status === "success" && data?.hasKey === false ? "wrong_address" : undefined;
}

function problemOf(error: unknown): GateProblem {
  if (!(error instanceof SpeechRequestError)) return "unreachable";
  const { code } = error.error;
  if (code === "wrong_password" || code === "wrong_key" || code === "too_many_attempts") return code;
  if (code === "foreign_origin") return "wrong_address";
  if (code === "key_not_checked" || code?.startsWith("upstream_")) return "not_checked";
  return error.status === 400 || error.status === 413 ? "malformed" : "unreachable";
}
