import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bucket,
  environmentOf,
  type FaultyProxy,
  hasS3,
  startFaultyProxy,
  startS3,
} from "../../src/service/content/s3.fixture.ts";
import { hasPostgres, type PostgresCluster, startPostgres } from "../../src/service/storage/postgres.fixture.ts";
import { type Program, startProgram } from "./service-process.ts";

/** Whether this machine has what a team's services share: PostgreSQL, and an S3 server (python3-swift). */
export const canShare = hasPostgres && hasS3;

/** A program that is started again after it was killed. */
export interface Member {
  readonly kind: "service" | "worker";
  readonly program: Program;
  /** Kills it as `kill -9` does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Services behind a balancer, and workers, which share PostgreSQL and S3: programs and servers as a team has them. */
export interface Team {
  /** The balancer's base address. */
  readonly address: string;
  readonly members: readonly Member[];
  readonly cluster: PostgresCluster;
  readonly databaseUrl: string;
  /** In front of the S3 server. */
  readonly s3: FaultyProxy;
  /** What a program is told that joins the team. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many connections each service was given. */
  readonly shares: readonly number[];
  close(): Promise<void>;
}

interface TeamOptions {
  readonly services: number;
  readonly workers: number;
  /** Of services and workers alike. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startTeam({ services, workers, environment: more = {} }: TeamOptions): Promise<Team> {
  const folder = await mkdtemp(join(tmpdir(), "team-"));
  const cluster = await startPostgres();
  const server = await startS3();
  const s3 = await startFaultyProxy(server.address);
  const databaseUrl = await cluster.createDatabase();
  const environment = {
    DATA_DIR: folder,
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_CONTENT_URL: `s3://${bucket}/${randomBytes(4).toString("hex")}`,
    SERVICE_CONTENT_PATH_STYLE: "yes",
    SERVICE_SIGNING_SECRET: "the secret of a team, long enough",
    SERVICE_PORT: "0",
    ...environmentOf(s3.address),
    ...more,
  };
  const member = async (kind: Member["kind"]): Promise<Member> => {
    let program = await startProgram(kind, environment);
    return {
      kind,
      get program() {
        return program;
      },
      kill: () => program.end("SIGKILL"),
      async start() {
        program = await startProgram(kind, environment);
      },
    };
  };
  const kinds = [...Array<"service">(services).fill("service"), ...Array<"worker">(workers).fill("worker")];
  const members = await Promise.all(kinds.map(member));
  const balancer = await startBalancer(members.filter(({ kind }) => kind === "service"));
  return {
    address: balancer.address,
    members,
    cluster,
    databaseUrl,
    s3,
    environment,
    shares: balancer.shares,
    async close() {
      await Promise.all(members.map(({ program }) => program.end("SIGTERM")));
      await balancer.close();
      await s3.close();
      await server.close();
      await cluster.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** Gives each connection to the next service; one that can't be reached is passed over. */
async function startBalancer(services: readonly Member[]) {
  const open = new Set<Socket>();
  const shares = services.map(() => 0);
  let turn = 0;
  const server = createServer((client) => {
    const join = (left: number): void => {
      const index = turn++ % services.length;
      const upstream = connect(services[index]?.program.port ?? 0, "127.0.0.1");
      let isJoined = false;
      upstream.once("connect", () => {
        isJoined = true;
        shares[index] = (shares[index] ?? 0) + 1;
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () => undefined);
      upstream.once("close", () => (isJoined || left === 1 ? client.destroy() : join(left - 1)));
      client.once("close", () => upstream.destroy());
    };
    open.add(client.once("close", () => open.delete(client)).on("error", () => undefined));
    join(services.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shares,
    async close() {
      for (const client of open) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
