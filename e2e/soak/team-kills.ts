import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import * as z from "zod";
import { countCharacters } from "../../src/contract/characters.ts";
import { routes } from "../../src/contract/routes.ts";
import { parseTimestamps } from "../../src/contract/timestamps.ts";
import { S3Content } from "../../src/service/content/s3-content.ts";
import { type References, serveReferences } from "./references.ts";
import { decodeMp3 } from "./sound.ts";
import { startTeam, type Team } from "./team.ts";

/** What came of killing parts of a team again and again while clients had it work. */
export interface TeamReport {
  /** By what was killed. */
  readonly kills: Readonly<Record<string, number>>;
  /** Requests that clients made, each until it was answered, and how often they had to send one again. */
  readonly requests: number;
  readonly sentAgain: number;
  readonly completed: number;
  /** Parts of sound that workers left in the storage when they died: the daily sweep removes them. */
  readonly leftBehind: number;
  /** Everything that is wrong: lost, stuck, billed otherwise than once, broken, going back or left behind. */
  readonly faults: readonly string[];
}

interface TeamKillOptions {
  readonly kills: number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

const keys = ["first-key", "second-key"] as const;
const clients = [keys[0], keys[0], keys[1]] as const;
/** How many tasks of a key may be under way. */
const tasksAtOnce = 4;
/** A good client gives up some day; within this time, in milliseconds, everything must have been answered. */
const patience = 240_000;
const sentence = "The quick brown fox jumps over the lazy dog and runs away. ";

const taskSchema = z.looseObject({
  id: z.string(),
  status: z.enum(["queued", "in_progress", "completed", "failed"]),
  progress: z.number(),
  duration_seconds: z.optional(z.number()),
});

/** A request that a client sends until it is answered. */
interface Order {
  readonly key: string;
  readonly idempotencyKey: string;
  readonly route: "tasks" | "speech";
  readonly body: { readonly model: string; readonly input: string } & Readonly<Record<string, unknown>>;
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Has two services and two workers do what three clients ask for, and kills one after the other, the database and the
 * way to S3 among them. Then it lets the team finish, and compares what is there with what should be.
 */
export async function killTeam({ kills: count, random }: TeamKillOptions): Promise<TeamReport> {
  const references = await serveReferences();
  const environment = {
    SERVICE_API_KEYS: keys.join(),
    SERVICE_REFERENCE_PREFIX: references.prefix,
    SERVICE_WORKER_JOBS: "2",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
  };
  const team = await startTeam({ services: 2, workers: 2, environment });
  const book = new Book(team);
  const over = new AbortController();
  try {
    const working = clients.map((key, index) => {
      const choose = seededRandom(Math.floor(random() * 2 ** 32));
      return book.work(key, index, () => orderOf(key, references, choose), choose, over.signal);
    });
    const kills = await killAtRandom(team, count, random, book.faults);
    over.abort();
    await Promise.all(working);
    return { ...(await book.examine()), kills };
  } finally {
    over.abort();
    await team.close();
    await references.close();
  }
}

async function killAtRandom(team: Team, count: number, random: () => number, faults: string[]) {
  const kills: Record<string, number> = {};
  /** Of any six one after the other, none is left out. */
  const deck: ("worker" | "service" | "database" | "S3")[] = [];
  const pause = (least: number, most: number) => wait(least + random() ** 2 * (most - least));
  for (let kill = 0; kill < count; kill++) {
    await pause(100, 2_000);
    for (const { kind, program } of team.members) {
      if (program.child.exitCode !== null) faults.push(`a ${kind} ended by itself with ${program.child.exitCode}`);
    }
    if (deck.length === 0) deck.push("worker", "worker", "service", "service", "database", "S3");
    const [what = "worker"] = deck.splice(Math.floor(random() * deck.length), 1);
    kills[what] = (kills[what] ?? 0) + 1;
    if (what === "database") {
      await team.cluster.kill();
      await pause(0, 1_500);
      await team.cluster.start();
    } else if (what === "S3") {
      team.s3.fate = () => (random() < 0.5 ? "cut-before" : "cut-after");
      await pause(100, 2_000);
      team.s3.fate = () => "pass";
    } else {
      const those = team.members.filter(({ kind }) => kind === what);
      const member = those[Math.floor(random() * those.length)];
      await member?.kill();
      await pause(0, 500);
      await member?.start();
    }
  }
  return kills;
}

/** One of what clients ask for: tasks, short and long, and sound at once, of all models. */
function orderOf(key: string, { prefix }: References, random: () => number): Order {
  const text = (most: number): string => sentence.repeat(1 + Math.floor(random() * most));
  const modelB = { model: "streamspeech-v8", voice: "Autumn", Bitrate: "32k" };
  const modelC = { model: "refvoice-2", voice: `${prefix}lower.mp3`, input: sentence };
  const order = (route: Order["route"], body: Order["body"]): Order => {
    return { key, idempotencyKey: randomUUID(), route, body };
  };
  const lot = random();
  if (lot < 0.35) return order("tasks", { ...modelB, input: text(10), TimestampType: "word" });
  if (lot < 0.5) return order("tasks", { ...modelB, input: text(1) + sentence.repeat(60), TimestampType: "word" });
  if (lot < 0.65) return order("tasks", modelC);
  if (lot < 0.75) return order("speech", modelC);
  if (lot < 0.88) return order("speech", { ...modelB, input: text(5) });
  return order("speech", { model: "cloud-tts", voice: "en-US-AriaNeural", input: text(5), response_format: "mp3" });
}

/** What clients ordered, what they were told, and what is wrong with it. */
class Book {
  readonly faults: string[] = [];
  readonly #team: Team;
  readonly #orders: Order[] = [];
  readonly #tasks = new Map<string, { readonly order: Order; progress: number; hasEnded: boolean }>();
  #sentAgain = 0;

  constructor(team: Team) {
    this.#team = team;
  }

  /** Sends one order after the other until it is told to end, and looks at its tasks meanwhile. */
  async work(key: string, index: number, next: () => Order, random: () => number, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const own = [...this.#tasks].filter(([, { order, hasEnded }]) => order.key === key && !hasEnded);
      try {
        for (const [id] of own) await this.#look(id);
        // Work that waits longer than the kills last shows nothing.
        if (own.length < tasksAtOnce) {
          const order = next();
          this.#orders.push(order);
          await this.#place(order, random);
        }
      } catch (error) {
        this.faults.push(`client ${index}: ${error instanceof Error ? error.message : error}`);
      }
      await wait(200 + random() * 1_000);
    }
  }

  async #place(order: Order, random: () => number): Promise<void> {
    const { route, body } = order;
    const answer = await this.#send(order);
    if (route === "speech") return await this.#listen(order, answer);
    const { id } = taskSchema.parse(JSON.parse(answer.toString()));
    this.#tasks.set(id, { order, progress: 0, hasEnded: false });
    if (random() > 0.3) return;
    const again = taskSchema.parse(JSON.parse((await this.#send(order)).toString()));
    if (again.id !== id) this.faults.push(`one key gave ${id} and ${again.id} of ${body.model}`);
  }

  async #listen({ body }: Order, sound: Buffer): Promise<void> {
    const seconds = body.model === "refvoice-2" ? secondsOfWav(sound) : await secondsOfMp3(sound);
    if (!isSpeech(seconds, body.input)) this.faults.push(`${seconds} s of ${body.model} for ${body.input.length}`);
  }

  async #send({ key, idempotencyKey, route, body }: Order): Promise<Buffer> {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    };
    const { path } = routes[route];
    return await this.#request(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** As a good client does: again where the network or the service fails, or the first request is under way. */
  async #request(path: string, init: RequestInit): Promise<Buffer> {
    const until = performance.now() + patience;
    for (;;) {
      const answered = await (async () => {
        const response = await fetch(this.#team.address + path, { ...init, signal: AbortSignal.timeout(30_000) });
        return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
      })().catch((error: Error) => ({ status: 0, bytes: Buffer.from(`${error.message} ${error.cause}`) }));
      const { status, bytes } = answered;
      if (status >= 200 && status < 300) return bytes;
      if (status !== 0 && status < 500 && status !== 409) throw new Error(`${path} got ${status}: ${bytes}`);
      if (performance.now() > until)
        throw new Error(`${path} ${String(init.body).slice(0, 60)} still gets ${status}: ${bytes}`);
      this.#sentAgain++;
      await wait(300);
    }
  }

  async #get(id: string, path = ""): Promise<Buffer> {
    const { key = "" } = this.#tasks.get(id)?.order ?? {};
    return await this.#request(`${routes.tasks.path}/${id}${path}`, { headers: { authorization: `Bearer ${key}` } });
  }

  async #look(id: string) {
    const task = taskSchema.parse(JSON.parse((await this.#get(id)).toString()));
    const seen = this.#tasks.get(id);
    if (seen === undefined) return task;
    if (task.progress < seen.progress) this.faults.push(`${id} went back from ${seen.progress} to ${task.progress}`);
    seen.progress = Math.max(seen.progress, task.progress);
    seen.hasEnded = task.status === "completed" || task.status === "failed";
    return task;
  }

  async #ended(id: string) {
    const until = performance.now() + patience;
    for (;;) {
      const task = await this.#look(id);
      if (task.status === "completed" || task.status === "failed" || performance.now() > until) return task;
      await wait(200);
    }
  }

  /** Waits for the end of everything that was ordered, and compares what is there with what should be. */
  async examine(): Promise<Omit<TeamReport, "kills">> {
    const database = new Client({ connectionString: this.#team.databaseUrl });
    await database.connect();
    const content = this.#content();
    try {
      const files = new Set<string>();
      const durations = new Map<string, number>();
      for (const [id, { order }] of this.#tasks) {
        const task = await this.#ended(id);
        if (task.status !== "completed") this.faults.push(`${id} is not completed: ${JSON.stringify(task)}`);
        else for (const name of await this.#examineSound(id, order.body, task.duration_seconds ?? 0)) files.add(name);
        durations.set(id, task.duration_seconds ?? 0);
      }
      await this.#examineBills(database, durations);
      await this.#examineRows(database);
      const leftBehind = await this.#examineContent(database, content, files);
      const counts = { requests: this.#orders.length, sentAgain: this.#sentAgain, completed: this.#tasks.size };
      return { ...counts, leftBehind, faults: this.faults };
    } finally {
      content.close();
      await database.end();
    }
  }

  async #examineSound(id: string, body: Order["body"], duration: number): Promise<readonly string[]> {
    const sound = await this.#get(id, "/content");
    const seconds = body.model === "refvoice-2" ? secondsOfWav(sound) : await secondsOfMp3(sound);
    if (Math.abs(seconds - duration) > 0.001) this.faults.push(`${id} lasts ${seconds} s in place of ${duration}`);
    if (!isSpeech(seconds, body.input))
      this.faults.push(`${id} lasts ${seconds} s for ${body.input.length} characters`);
    if (body.model === "refvoice-2") return [`${id}.wav`];
    const { timings } = parseTimestamps(JSON.parse((await this.#get(id, "/timestamps")).toString()));
    const words = (text: string): string => text.replace(/[^a-z]+/gi, " ").trim();
    if (words(timings.map(({ text }) => text).join(" ")) !== words(body.input)) this.faults.push(`${id} lacks words`);
    return [`${id}.mp3`, `${id}.timestamps.json`];
  }

  /** Every order is paid once: the sum of each reference is the price of its text, and nothing else was paid. */
  async #examineBills(database: Client, durations: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await database.query(
      `select reference, model, route, string_agg(kind, ',' order by number) as kinds,
              max(characters)::int as characters,
         sum(tokens)::int as tokens, sum(amount_millionths)::int as amount, max(seconds) as seconds
       from ledger group by reference, model, route`,
    );
    const all = z.array(billSchema).parse(rows);
    const bills = all.filter(({ kinds }) => !kinds.endsWith("refund"));
    for (const bill of bills) {
      const { reference, model, route, characters, amount } = bill;
      const duration = route === "tasks" ? durations.get(reference) : undefined;
      if (route === "tasks" && duration === undefined) this.faults.push(`${reference} was taken, and nobody knows it`);
      const price =
        model === "refvoice-2"
          ? {
              kinds: "precharge,settlement",
              tokens: null,
              amount: duration === undefined ? amount : amountOf(duration),
            }
          : { kinds: "charge", tokens: model === "streamspeech-v8" ? characters : null, amount: null };
      if (bill.kinds !== price.kinds || bill.tokens !== price.tokens || bill.amount !== price.amount) {
        this.faults.push(`${reference} is billed ${JSON.stringify(bill)} in place of ${JSON.stringify(price)}`);
      }
    }
    const ordered = this.#orders.map(({ route, body }) => `${route} ${body.model} ${countCharacters(body.input)}`);
    const described = ({ route, model, characters }: (typeof all)[number]) =>
      `${route === "tasks" ? "tasks" : "speech"} ${model} ${characters}`;
    const paid = bills.map(described);
    // An answer whose service dies in the moment in which it has ended is given back, too.
    const givenBack = all.filter((bill) => !bills.includes(bill) && bill.route !== "tasks").map(described);
    const [more, less] = [without(paid, ordered), without(without(ordered, paid), givenBack)];
    if (more.length === 0 && less.length === 0) return;
    this.faults.push(`paid beside what was ordered: ${more.join("; ")}; ordered and not paid: ${less.join("; ")}`);
  }

  async #examineRows(database: Client): Promise<void> {
    const count = async (what: string): Promise<number> => (await database.query(`select from ${what}`)).rowCount ?? 0;
    for (const table of ["segments", "task_runs", "graphile_worker._private_jobs"]) {
      for (let tries = 0; (await count(table)) > 0 && tries < 50; tries++) await wait(200);
      const left = await count(table);
      if (left > 0) this.faults.push(`${left} rows are left in ${table}`);
    }
    const taken = await count("tasks where endpoint = 'tasks'");
    if (taken !== this.#tasks.size) this.faults.push(`${taken} tasks were taken for ${this.#tasks.size} keys`);
  }

  /** What is kept in the end is the sound of tasks, and parts of it that whoever died could not remove. */
  async #examineContent(database: Client, content: S3Content, files: ReadonlySet<string>): Promise<number> {
    // Those of synchronous requests whose process was killed are removed by the sweep of each minute.
    const jobs = "select from tasks where endpoint = 'speech' and (stored = 1 or status in ('queued', 'in_progress'))";
    for (let tries = 0; ((await database.query(jobs)).rowCount ?? 0) > 0 && tries < 180; tries++) await wait(500);
    const left = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const { name } of content.list("")) names.push(name);
      return names.filter((name) => !files.has(name));
    };
    const names = await left();
    const isWork = (name: string): boolean => /\.(?:samples|times|checkpoint)$|\.joined\./.test(name);
    for (const name of names) if (!isWork(name)) this.faults.push(`${name} was left behind`);
    return names.length;
  }

  #content(): S3Content {
    const { environment } = this.#team;
    for (const [name, value] of Object.entries(environment)) if (name.startsWith("AWS_")) process.env[name] = value;
    const [bucket = "", prefix = ""] = (environment["SERVICE_CONTENT_URL"] ?? "").replace("s3://", "").split("/");
    return new S3Content({ bucket, prefix: `${prefix}/`, pathStyle: true });
  }
}

const billSchema = z.object({
  reference: z.string(),
  model: z.string(),
  route: z.string(),
  kinds: z.string(),
  characters: z.number(),
  tokens: z.nullable(z.number()),
  amount: z.nullable(z.number()),
});

/** What remains of some when each of others takes one away. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...some];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** (0.015 + 0.002 × seconds), in millionths. */
function amountOf(seconds: number): number {
  return Math.round((15 + 2 * seconds) * 1_000);
}

/** A voice says 10 to 25 characters in a second. */
function isSpeech(seconds: number, text: string): boolean {
  const rate = text.length / seconds;
  return rate > 8 && rate < 30;
}

async function secondsOfMp3(bytes: Uint8Array): Promise<number> {
  const { samples, sampleRate } = await decodeMp3(bytes);
  return samples.length / sampleRate;
}

/** Of 16 bits and one channel at 22,050 Hz; NaN where its header says another length. */
function secondsOfWav(bytes: Buffer): number {
  return bytes.readUInt32LE(40) === bytes.length - 44 ? (bytes.length - 44) / 2 / 22_050 : Number.NaN;
}
