import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { test as base } from "../fixtures.ts";
import { elsewhere } from "../hosts.ts";
import { type Product, startProduct } from "../product.ts";
import { letterKey, type SpecFake, startSpecFake } from "./service.ts";

/** A server that has nothing to do with the service. */
export interface Stranger {
  readonly address: string;
  /** The addresses that were asked for. */
  readonly asked: readonly string[];
}

export interface TestFixtures {
  /** The service as it is at first; it may be changed until the test's end. */
  service: SpecFake;
  stranger: Stranger;
}

export interface WorkerFixtures {
  letter: { readonly service: SpecFake; readonly playground: Product };
}

/** Playwright's test with the playground in front of a service that chooses otherwise where the document is silent. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  letter: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
    async ({}, use) => {
      const service = await startSpecFake();
      const playground = await startProduct({
        environment: {
          SPEECH_BASE_URL: service.address,
          SPEECH_API_KEY: letterKey,
          ALLOWED_HOSTS: elsewhere,
          ALLOW_OPEN_BINDING: "yes",
          LOG_LEVEL: "trace",
        },
      });
      await use({ service, playground });
      await playground.stop();
      await service.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // In its place, so that no other is started beside it.
  product: [async ({ letter }, use) => use(letter.playground), { scope: "worker", timeout: 120_000 }],
  service: [
    async ({ letter: { service } }, use) => {
      service.reset();
      await use(service);
    },
    // Also for tests that don't look at it: the one before may have changed it.
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a destructuring pattern
  stranger: async ({}, use) => {
    const { url, seen, close } = await startFakeService();
    await use({
      address: url,
      get asked() {
        return seen.map((request) => request.url);
      },
    });
    await close();
  },
});

export { expect } from "@playwright/test";
