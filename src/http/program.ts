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

export interface Program {
  readonly app: FastifyInstance;
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** Ends everything that the program has begun; called once. */
  readonly stop: () => Promise<void>;
}

interface ProgramStart {
  readonly start: () => Promise<Program>;
  /** Says in one line what keeps the program from starting, or ended it, and what to do. */
  readonly explain: (error: unknown) => string;
  /** Called with the port where the program was started by itself and not by the launcher. */
  readonly onListening?: (program: Program, port: number) => void;
}

/**
 * Runs a program until it is told to end, by a signal or by the end of the launcher.
 *
 * @returns what ends the program with an explanation, to the launcher or on standard error.
 */
export function runProgram({ start, explain, onListening }: ProgramStart): (error: unknown) => void {
  const fail = (error: unknown): void => {
    const message = explain(error);
    if (process.send === undefined) {
      console.error(message);
      process.exit(1);
    }
    process.send({ type: "failed", message }, undefined, undefined, () => process.exit(1));
  };
  // The launcher may end while this program still starts; from then on nobody waits for it, or could stop it.
  const leave = (): void => process.exit(0);
  process.on("disconnect", leave);
  // Only a program that was started with a channel can have lost it.
  if (process.connected === false) leave();

  const run = async (): Promise<void> => {
    const program = await start();
    const { app, host, port } = program;
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      program.stop().then(leave, fail);
    };
    process.off("disconnect", leave);
    for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.on(signal, stop);
    await app.listen({ host, port });
    const address = app.server.address();
    const listening = typeof address === "object" && address !== null ? address.port : port;
    if (process.send === undefined) onListening?.(program, listening);
    else process.send({ type: "listening", port: listening });
  };
  run().catch(fail);
  return fail;
}
