import type { FastifyInstance } from "fastify";

/** The levels of a program's log, from few lines to many. */
export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * A configuration that a program can't start with: one line that names the variable and the remedy, and never a secret.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** A program's environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set: a file of variables leaves others empty, and such a one counts as absent. */
export function presentIn(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

export interface Program {
  /** Begins to serve. Returns the port that it listens on, 0 where it listens on none. */
  readonly listen: () => Promise<number>;
  /** What a person is told, with that port, who started the program without the launcher. */
  readonly started?: (port: number) => string;
  /** Ends everything that the program has begun; called once. */
  readonly stop: () => Promise<void>;
}

interface ProgramStart {
  readonly start: () => Promise<Program>;
  /** Says in one line what keeps the program from starting, or ended it, and what to do. */
  readonly explain: (error: unknown) => string;
}

/** Opens an app's port, 0 for one that is free. Returns the one that it listens on. */
export async function listenOn(app: FastifyInstance, where: { readonly host: string; readonly port: number }) {
  await app.listen({ host: where.host, port: where.port });
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : where.port;
}

/** Ends the program with one line that says why, to the launcher or on standard error. */
export function failProgram(message: string): void {
  if (process.send === undefined) {
    console.error(message);
    process.exit(1);
  }
  process.send({ type: "failed", message }, undefined, undefined, () => process.exit(1));
}

/**
 * Runs a program until it is told to end, by a signal or by the end of the launcher.
 *
 * @returns what ends the program with an explanation, to the launcher or on standard error.
 */
export function runProgram({ start, explain }: ProgramStart): (error: unknown) => void {
  const fail = (error: unknown): void => failProgram(explain(error));
  // The launcher may end while this program still starts; from then on nobody waits for it, or could stop it.
  const leave = (): void => process.exit(0);
  process.on("disconnect", leave);
  // Only a program that was started with a channel can have lost it.
  if (process.connected === false) leave();

  const run = async (): Promise<void> => {
    const program = await start();
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      program.stop().then(leave, fail);
    };
    process.off("disconnect", leave);
    for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.on(signal, stop);
    const port = await program.listen();
    if (process.send !== undefined) process.send({ type: "listening", port });
    else if (program.started !== undefined) console.log(program.started(port));
  };
  run().catch(fail);
  return fail;
}
