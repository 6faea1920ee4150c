import type { BrowserContext, Page } from "@playwright/test";
import type { Answer } from "./answer.ts";
import { test as letterTest } from "./fixtures.ts";
import type { Look } from "./tasks.ts";

/** What a service answers that is not well. Each holds until the test's end. */
export interface Faults {
  /** The next speech request, and only that, is answered so. */
  speech(answer: Answer): void;
  /** The next task, and only that, is answered so instead of being taken. */
  task(answer: Answer): void;
  /** What the looks at the next tasks bring, in their order; the last one stays. */
  looks(looks: readonly Look[]): void;
  /** What comes where a task's audio is asked for. */
  content(answer: Answer): void;
  /** What comes where a task's timestamps are asked for. */
  timestamps(answer: Answer): void;
  /** The bodies of the requests that were sent to be spoken, in their order. */
  readonly posts: readonly string[];
}

interface FaultFixtures {
  faults: Faults;
  /** A second page of the same visitor. */
  otherPage: Page;
}

/**
 * The test in front of the second service, which answers what it is told to; what it answers passes the playground's
 * server.
 */
export const test = letterTest.extend<FaultFixtures>({
  faults: async ({ context, service }, use) =>
    use({
      posts: postsOf(context),
      speech(answer) {
        service.nextSpeech = answer;
      },
      task(answer) {
        service.nextTask = answer;
      },
      looks(looks) {
        // An address that isn't told can't carry a signature.
        if (looks.some((look) => look !== "reset" && "task" in look && look.task["content_url"] === null)) {
          service.differs.delete("signed_content");
        }
        service.looks = looks;
      },
      content(answer) {
        service.content = answer;
      },
      timestamps(answer) {
        service.timestamps = answer;
      },
    }),
  otherPage: async ({ context }, use) => use(await context.newPage()),
});

function postsOf(context: BrowserContext): readonly string[] {
  const posts: string[] = [];
  context.on("request", (request) => {
    const isSpoken = /\/v1\/audio\/speech(?:\/tasks)?$/.test(new URL(request.url()).pathname);
    if (request.method() === "POST" && isSpoken) posts.push(request.postData() ?? "");
  });
  return posts;
}
