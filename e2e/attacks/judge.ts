import { get, shortened } from "./actions.ts";
import { canaryText, type Place } from "./places.ts";
import { watchMemory, workedFor } from "./process.ts";
import type { Demands, Row } from "./row.ts";
import type { Came } from "./wire.ts";

/** By its request's id a probe is told from what a row sends. */
const probeId = "neighbours-probe";
/** How long an honest request may take behind a row, in milliseconds: it has to be answered, on a busy machine too. */
const healthyWithin = 5_000;

/** Does what a row says, and throws an error that tells everything when what it demands isn't so. */
export async function play(row: Row, place: Place, begun?: Promise<Came>): Promise<void> {
  let tries = row.demands.others === undefined ? 1 : 3;
  for (;;) {
    tries--;
    const { came, violations } = await once(row, place, begun);
    if (violations.length === 0) return;
    if (tries > 0 && violations.every((each) => each.startsWith(slowNeighbour))) continue;
    const error = new Error(report(row, place, came, violations));
    // The place in this file tells nothing about the product.
    error.stack = "";
    throw error;
  }
}

async function once({ action, demands, comes }: Row, place: Place, begun: Promise<Came> | undefined) {
  const logged = place.product.output().length;
  place.service?.forget();
  place.service?.misbehave(demands.service ?? {});
  const memory = await watchMemory(place.processes.attacked);
  const waiting = demands.others === undefined ? undefined : probe(place);
  const came = await (begun ?? action.run(place, optionsOf(demands)));
  const waited = await waiting?.();
  const grown = await memory();
  const violations = [
    ...judgeAnswer(came, comes, demands),
    ...judgeAsked(place, demands),
    ...(demands.memory !== undefined && grown !== undefined && grown > demands.memory
      ? [`the program grew by ${Math.round(grown)} MB, not at most ${demands.memory}`]
      : []),
    ...(waited !== undefined && demands.others !== undefined && waited > demands.others
      ? [`${slowNeighbour} while the program worked for ${waited} ms, not at most ${demands.others}`]
      : []),
  ];
  place.service?.forget();
  return { came, violations: [...violations, ...(await judgeAlways(came, place, logged))] };
}

const slowNeighbour = "another caller waited";

export function optionsOf({ ends, patience }: Demands) {
  return { untilEnd: ends === true, ...(patience === undefined ? {} : { patience }) };
}

/** What came, as the table writes it. */
export function summary({ interim, answers, ended, closeCode }: Came): string {
  const [first] = answers;
  if (interim.includes(101)) return `101 close ${closeCode ?? "never"}`;
  if (first !== undefined) return [first.status, first.code].filter((part) => part !== undefined).join(" ");
  return ended ? "ends" : "nothing";
}

/** Whether a summary is what the table asks for, where `*` stands for any code. */
function isSo(summed: string, asked: string): boolean {
  return asked.endsWith(" *") ? summed.startsWith(asked.slice(0, -1)) : summed === asked;
}

function judgeAnswer(came: Came, comes: string, demands: Demands): string[] {
  const wrong: string[] = [];
  if (!comes.split(" | ").some((each) => isSo(summary(came), each))) wrong.push(`must come back: ${comes}`);
  if (demands.ends === true && !came.ended) wrong.push("the connection must end, and stays open");
  const most = demands.answers ?? 1;
  if (came.answers.length > most) wrong.push(`${came.answers.length} answers came, not ${most}`);
  if (demands.noInterim === true && came.interim.length > 0) wrong.push(`${came.interim.join(", ")} came first`);
  if (demands.holds?.test(came.raw) === false) wrong.push(`what came must hold ${demands.holds}`);
  const [unwanted] = demands.lacks?.exec(came.raw) ?? [];
  if (unwanted !== undefined) wrong.push(`what came must not hold ${shortened(unwanted)}`);
  return wrong;
}

function judgeAsked({ service }: Place, { asks = 0, asksWith, asksWithout }: Demands): string[] {
  if (service === undefined) return [];
  const heads = service.heads.filter((head) => !head.includes(probeId));
  const wrong: string[] = [];
  if (heads.length !== asks) {
    wrong.push(
      `the service must have seen ${asks} requests, and saw ${heads.length}: ${shortened(heads.join(" and "))}`,
    );
  }
  for (const head of heads) {
    if (asksWith?.test(head) === false)
      wrong.push(`the service must have seen ${asksWith}, and saw ${shortened(head)}`);
    if (asksWithout?.test(head) === true)
      wrong.push(`the service must not have seen ${asksWithout}: ${shortened(head)}`);
  }
  return wrong;
}

/** What must be so after every row: no secret in the answer or the log, and whoever asks honestly is answered. */
async function judgeAlways(came: Came, place: Place, logged: number): Promise<string[]> {
  const wrong: string[] = [];
  if (place.secrets.some((secret) => came.raw.includes(secret))) wrong.push("a secret stands in the answer");
  const healthy = await get("/v1/models", place.neighbour).run(place, { patience: healthyWithin });
  if (summary(healthy) !== "200" || !healthy.raw.includes("streamspeech-v8"))
    wrong.push(`an honest request is answered by: ${summary(healthy)}`);
  const log = place.product.output().slice(logged);
  for (const secret of [...place.secrets, canaryText]) {
    if (log.includes(secret)) wrong.push(`"${secret}" stands in the log`);
  }
  // The end of the last line may still be to come.
  const torn = log
    .split("\n")
    .slice(0, -1)
    .find((line) => !/^(?:\{.*\})?$/.test(line));
  if (torn !== undefined) wrong.push(`a line of the log isn't one: ${shortened(torn)}`);
  return wrong;
}

/**
 * Asks for what the program answers by itself, one request after the other, until told to stop: then it tells the
 * longest that the program's main thread worked while such a request waited, in milliseconds. That isn't more on a busy
 * machine.
 */
function probe(place: Place): () => Promise<number> {
  const worked = () => workedFor(place.processes.attacked) ?? performance.now();
  const ask = get(place.service === undefined ? "/v1/models" : "/healthz", {
    ...place.neighbour,
    "x-request-id": probeId,
  });
  let longest = 0;
  let over = false;
  const asking = (async () => {
    while (!over) {
      const before = worked();
      await ask.run(place, { patience: healthyWithin });
      longest = Math.max(longest, worked() - before);
    }
  })();
  return async () => {
    over = true;
    await asking;
    return longest;
  };
}

function report({ name, action }: Row, place: Place, came: Came, violations: readonly string[]): string {
  return [
    `${name} (${place.name}, ${place.host})`,
    `sent: ${action.text}`,
    `came: ${summary(came)}${came.ended ? ", and the connection ended" : ""}`,
    shortened(came.answers[0]?.body || came.raw),
    ...violations.map((violation) => `violated: ${violation}`),
  ].join("\n");
}
