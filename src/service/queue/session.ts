import { Socket } from "node:net";
import { Client, type QueryConfig } from "pg";

/** Milliseconds between two beats. */
const beatMs = 1000;

/** Milliseconds after which an answer that hasn't come means that the database is out of reach. */
const patienceMs = 3000;

/**
 * Seconds after its last statement when the database ends the session by itself, and frees the jobs. It is more than a
 * beat and the patience together: whoever is cut off has aborted its jobs before another may take them.
 */
const leaseSeconds = 6;

interface SessionOptions {
  readonly connectionString: string;
  /** Whose life the session tells. */
  readonly holder: string;
  /** Called once a second while the session holds. */
  onBeat(): Promise<void>;
  /** Called once, when the session has ended, however that was. */
  onEnd(reason: Error): void;
}

/**
 * A worker's life, told by a session lock on a connection of its own: it ends with the process however that ends, and
 * everybody sees at once who is gone. A network that is cut, and a process that hangs, end it too, by the time since
 * the last statement. It needs a connection that is its own: a pooler that shares sessions by transaction won't do.
 */
export class Session {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #onBeat: SessionOptions["onBeat"];
  readonly #onEnd: SessionOptions["onEnd"];
  /** In milliseconds of the process's own clock, which nobody sets. */
  readonly startedAt = performance.now();
  #isEnded = false;
  #beat: NodeJS.Timeout | undefined;

  private constructor(client: Client, socket: Socket, options: SessionOptions) {
    this.#client = client;
    this.#socket = socket;
    this.#onBeat = options.onBeat;
    this.#onEnd = options.onEnd;
  }

  /** @throws when the database can't be reached, or lets nobody in. */
  static async open(options: SessionOptions): Promise<Session> {
    const socket = new Socket();
    const client = new Client({
      connectionString: options.connectionString,
      stream: () => socket,
      connectionTimeoutMillis: patienceMs,
      application_name: "speech worker",
    });
    const session = new Session(client, socket, options);
    client.on("error", (error) => session.end(error));
    client.on("end", () => session.end(new Error("The database has ended the session")));
    try {
      await client.connect();
      await session.query(`set idle_session_timeout = '${leaseSeconds}s'`);
      await session.query("select pg_advisory_lock(job_queue.life($1))", [options.holder]);
    } catch (error) {
      session.#isEnded = true;
      socket.destroy();
      throw error;
    }
    session.#nextBeat();
    return session;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Runs a statement; the session ends where no answer comes in time. */
  async query(text: string, values: unknown[] = [], name?: string): Promise<readonly unknown[]> {
    const patience = setTimeout(
      () => this.end(new Error(`The database hasn't answered for ${patienceMs} ms`)),
      patienceMs,
    );
    try {
      const config: QueryConfig = name === undefined ? { text, values } : { text, values, name };
      return (await this.#client.query(config)).rows;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Ends the session at once; what waits for an answer fails. */
  end(reason: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#beat);
    this.#socket.destroy();
    this.#onEnd(reason);
  }

  #nextBeat(): void {
    this.#beat = setTimeout(() => {
      this.#onBeat().then(
        () => {
          if (!this.#isEnded) this.#nextBeat();
        },
        (error: Error) => this.end(error),
      );
    }, beatMs);
  }
}
