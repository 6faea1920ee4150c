import { once } from "node:events";
import { createServer } from "node:net";
import { StartProblem } from "./problem.mjs";

/**
 * The ports to choose from lie below those that systems hand out by themselves (Linux from 32,768 up, others higher):
 * one of those could go to any program's next connection before the program it was chosen for listens.
 */
const lowest = 20_000;
const end = 32_768;

/** So many are tried. On a machine where that many are taken, something else is wrong. */
const attempts = 100;

/**
 * Each process begins at a place of its own, and goes on from there: what it finds free is taken a moment later, and
 * another process that looks meanwhile, or the next call, must not find the same.
 */
const portsOfEach = 4;
let next = process.pid * portsOfEach;

/**
 * A port on loopback that nothing listens on.
 *
 * @returns {Promise<number>}
 * @throws {StartProblem} when none is found
 */
export async function freePort() {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = lowest + (next++ % (end - lowest));
    if (await isFree(port)) return port;
  }
  throw new StartProblem("No port is free on this machine. Set PORT to one that is.");
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  await once(server.close(), "close");
  return true;
}
