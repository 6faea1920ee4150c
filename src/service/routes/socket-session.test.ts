import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import type { Ledger } from "../billing/ledger.ts";
import { planners, speechPlanners } from "../plans/index.ts";
import { SynthesisFailedError, type Synthesizer } from "../synthesis/synthesizer.ts";
import { SocketSession } from "./socket-session.ts";

/** A session with a request, whose first audio is there at once; `rest` is what becomes of the rest. */
function begin(rows: Pick<Ledger, "charge" | "refund">, rest: (signal: AbortSignal) => Promise<never>) {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
  const speak: Synthesizer["speak"] = (_utterance, signal) => {
    const result = rest(signal);
    result.catch(() => undefined);
    async function* parts() {
      yield Uint8Array.of(0);
      await result;
    }
    return { [Symbol.asyncIterator]: parts, result, charactersSpoken: 0 };
  };
  const send = (_message: unknown, done?: () => void): void => done?.();
  const socket = { readyState: WebSocket.OPEN, send, close: () => undefined, terminate: () => undefined };
  const caller = { id: "caller", mayUse: () => true };
  const storage = { record: (work: (database: unknown) => Promise<void>) => work(undefined) };
  const nothing = (): void => undefined;
  const ledger = { ...rows, answered: nothing, returning: nothing, returned: nothing };
  const spoken = { planners: speechPlanners(planners), synthesizer: { speak }, ledger, storage };
  const tools = { ...spoken, ends: new Set(), metrics: undefined };
  const session = new SocketSession(socket as never, { model: streamSpeechV8, caller, log }, tools as never);
  session.receive(Buffer.from(JSON.stringify({ Text: "One two three.", VoiceId: "Autumn" })), false);
  return { session, lines };
}

test("what fails while its charge is still being written down is given back behind that", async () => {
  const rows: string[] = [];
  let write = (): void => undefined;
  const charge = () =>
    new Promise<void>((resolve) => {
      write = () => {
        rows.push("charge");
        resolve();
      };
    });
  const refund = async () => {
    rows.push("refund");
    return false;
  };
  begin({ charge, refund }, async () => {
    throw new SynthesisFailedError("The engine failed.");
  });
  // By then all has been done that waits for nothing else.
  await setImmediate();
  write();
  await expect.poll(() => rows).toEqual(["charge", "refund"]);
});

test("a charge that can't be given back when the service stops is logged", async () => {
  let isCharged = false;
  const charge = async () => {
    isCharged = true;
  };
  const refund = () => Promise.reject(new Error("The database is gone."));
  const { session, lines } = begin({ charge, refund }, async (signal) => {
    await once(signal, "abort");
    throw signal.reason;
  });
  await expect.poll(() => isCharged).toBe(true);
  session.stop();
  await expect.poll(() => lines).toEqual([expect.stringContaining("a charge could not be given back")]);
});

test("a charge of which the word got lost is given back", async () => {
  const rows: string[] = [];
  const charge = async () => {
    rows.push("charge");
    throw new Error("Connection terminated unexpectedly");
  };
  const refund = async () => {
    rows.push("refund");
    return false;
  };
  begin({ charge, refund }, () => new Promise<never>(() => undefined));
  await expect.poll(() => rows).toEqual(["charge", "refund"]);
});
