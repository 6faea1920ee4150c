import type { Page, Request } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** How long nothing may be asked for until a page counts as idle, in milliseconds. */
const stillness = 3_000;

/** An answer of the server: its path, and its bytes as they were transferred, with the fields; 0 until it has come. */
export interface Answer {
  readonly address: string;
  bytes: number;
}

/** Notes from now on what the server's answers weigh as they are transferred. */
export async function watchAnswers(page: Page): Promise<() => readonly Answer[]> {
  const answers = new Map<string, Answer>();
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request }) =>
    answers.set(requestId, { address: new URL(request.url).pathname, bytes: 0 }),
  );
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer !== undefined) answer.bytes = encodedDataLength;
  });
  /** The end of a worker's script is told to the worker alone: its head says what it weighs. */
  async function note(script: Request): Promise<void> {
    const length = Number(await (await script.response())?.headerValue("content-length"));
    const { responseHeadersSize } = await script.sizes();
    const { pathname } = new URL(script.url());
    for (const answer of answers.values())
      if (answer.address === pathname && answer.bytes === 0) answer.bytes = responseHeadersSize + length;
  }
  page.on("requestfinished", (request) => {
    // A page that has gone says nothing more.
    if (request.resourceType() === "script") note(request).catch(() => undefined);
  });
  return () => [...answers.values()];
}

/** Waits until nothing is under way, and nothing was asked for in a while. */
export async function isIdle(answers: () => readonly Answer[]): Promise<void> {
  let known = { count: 0, since: performance.now() };
  await expect
    .poll(() => {
      const unfinished = answers().some(({ bytes }) => bytes === 0);
      const count = answers().length;
      if (unfinished || count !== known.count) known = { count, since: performance.now() };
      return performance.now() - known.since;
    })
    .toBeGreaterThan(stillness);
}

/** Somebody moves; waits until all has come that the page then loads, and nobody has to wait for after a press. */
export async function restComes(page: Page, answers: () => readonly Answer[]): Promise<void> {
  await page.mouse.move(300, 300);
  await expect.poll(() => answers().some(({ address }) => address.includes("/takes-view-"))).toBe(true);
  await isIdle(answers);
}
