import type { BrowserContext, Page, Route } from "@playwright/test";
import { test as embeddedTest } from "../fixtures.ts";
import type { Answer } from "./answer.ts";
import { test as letterTest } from "./fixtures.ts";
import type { Look } from "./tasks.ts";

/** What a service answers that is not well. Each holds until the test's end. */
export interface Faults {
  /** The next speech request, and only that, is answered so. */
  speech(answer: Answer): Promise<unknown>;
  /** The next task, and only that, is answered so instead of being taken. */
  task(answer: Answer): Promise<unknown>;
  /** What the looks at the next tasks bring, in their order; the last one stays. */
  looks(looks: readonly Look[]): Promise<unknown>;
  /** What comes where a task's audio is asked for. */
  content(answer: Answer): Promise<unknown>;
  /** What comes where a task's timestamps are asked for. */
  timestamps(answer: Answer): Promise<unknown>;
  /** The bodies of the requests that were sent to be spoken, in their order. */
  readonly posts: readonly string[];
}

interface FaultFixtures {
  faults: Faults;
  /** A second page of the same visitor. */
  otherPage: Page;
}

/** The embedded service answers nothing wrong, so what it answers is changed on its way into the page. */
const embedded = embeddedTest.extend<FaultFixtures>({
  faults: async ({ context }, use) => use(changeAnswers(context)),
  otherPage: async ({ context }, use) => use(await context.newPage()),
});

/** The second service answers what it is told to. */
const letter = letterTest.extend<FaultFixtures>({
  faults: async ({ context, service }, use) =>
    use({
      posts: postsOf(context),
      async speech(answer) {
        service.nextSpeech = answer;
      },
      async task(answer) {
        service.nextTask = answer;
      },
      async looks(looks) {
        // An address that isn't told can't carry a signature.
        if (looks.some((look) => look !== "reset" && "task" in look && look.task["content_url"] === null)) {
          service.differs.delete("signed_content");
        }
        service.looks = looks;
      },
      async content(answer) {
        service.content = answer;
      },
      async timestamps(answer) {
        service.timestamps = answer;
      },
    }),
  otherPage: async ({ context }, use) => use(await context.newPage()),
});

/**
 * The two services that the page must work with, each with the test that runs in front of it: the embedded one, and one
 * that chooses otherwise where the interface document is silent.
 */
export const services = [
  { name: "embedded service", test: embedded },
  // What only one of them has is not for tests of both.
  { name: "second service", test: letter as unknown as typeof embedded },
] as const;

function postsOf(context: BrowserContext): readonly string[] {
  const posts: string[] = [];
  context.on("request", (request) => {
    const isSpoken = /\/v1\/audio\/speech(?:\/tasks)?$/.test(new URL(request.url()).pathname);
    if (request.method() === "POST" && isSpoken) posts.push(request.postData() ?? "");
  });
  return posts;
}

function changeAnswers(context: BrowserContext): Faults {
  const tasks = "**/v1/audio/speech/tasks";
  const give = (route: Route, { status, headers = {}, body = "" }: Answer) =>
    route.fulfill({ status, headers, body: typeof body === "string" ? body : Buffer.from(body) });
  return {
    posts: postsOf(context),
    speech: (answer) => context.route("**/v1/audio/speech", (route) => give(route, answer), { times: 1 }),
    task: (answer) => context.route(tasks, (route) => give(route, answer), { times: 1 }),
    async looks(looks) {
      const ofEach = new Map<string, Look[]>();
      await context.route(/\/v1\/audio\/speech\/tasks\/[^/]+$/, async (route) => {
        const id = route.request().url();
        const mine = ofEach.get(id) ?? [...looks];
        ofEach.set(id, mine);
        const [look] = mine;
        if (mine.length > 1) mine.shift();
        if (look === undefined) await route.fallback();
        else if (look === "reset") await route.abort("connectionreset");
        else if ("answer" in look) await give(route, look.answer);
        else {
          // Only the browser knows this machine under another name.
          const address = new URL(id);
          address.hostname = "127.0.0.1";
          const response = await route.fetch({ url: address.href });
          const task: Record<string, unknown> = await response.json();
          // Nothing can be completed before it is.
          const early = look.task["status"] === "completed" && task["status"] !== "completed";
          if (early && mine[0] !== look) mine.unshift(look);
          await route.fulfill({ response, json: early ? task : { ...task, ...look.task } });
        }
      });
    },
    content: (answer) => context.route(`${tasks}/*/content*`, (route) => give(route, answer)),
    timestamps: (answer) => context.route(`${tasks}/*/timestamps*`, (route) => give(route, answer)),
  };
}
