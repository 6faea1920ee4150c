import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";
import { lateStop } from "../speak/stop-guard.ts";

const badge = () => page.getByRole("button", { name: /^Connection/ });

it("“no key” goes when a key works that may not read the list of models, and not before", async () => {
  let works = false;
  let time = 0;
  const { playground } = await renderPage(
    {
      models: async () => ({ kind: "unauthorised" }),
      async *speech() {
        if (!works) throw new ServiceUnreachableError(undefined);
        yield* soundOf(1);
      },
    },
    ({ library }) => {
      // Spoken before the list was asked for, so that another key may have been used; and what somebody else spoke.
      library.begin(takeRow("old", { created: 1_000, status: "complete" }), takeDetails("old"));
      const created = Date.now() + 60_000;
      library.begin(takeRow("theirs", { created, status: "complete", imported: { at: 1 } }), takeDetails("theirs"));
    },
    () => performance.now() + time,
  );
  await expect.element(badge()).toHaveTextContent("no key");
  const speak = page.getByRole("button", { name: "Speak", exact: true });
  await speak.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(badge()).toHaveTextContent("no key");
  works = true;
  // A press at once would have been meant for Stop.
  time += lateStop;
  await speak.click();
  await expect.element(badge()).not.toHaveTextContent("no key");
  await expect.element(badge()).toHaveAttribute("data-state", "good");
  // Asked for once more, the list says the same: the key has worked all the same.
  await playground.queries.invalidateQueries({ queryKey: ["models"] });
  await expect.element(badge()).toHaveAttribute("data-state", "good");
  await expect.element(badge()).not.toHaveTextContent("no key");
});

it("a service that can't be reached is told in the words of the playground's server, which know why", async () => {
  const message = "The speech service's certificate can't be trusted (DEPTH_ZERO_SELF_SIGNED_CERT).";
  const error = { message, code: "upstream_unreachable", raw: "" };
  await renderPage({
    config: async () => ({
      ...{ service: "remote", version: "0.0.0", session: "none_needed", hasKey: true },
      baseUrl: "https://speech.example",
    }),
    models: () =>
      Promise.reject(new SpeechRequestError({ refusal: "status", status: 502, headers: [], error, truncated: false })),
  });
  await expect.element(badge()).toHaveAttribute("data-state", "bad");
  await badge().click();
  const panel = page.getByRole("dialog", { name: "Connection" });
  await expect.element(panel).toHaveTextContent("Check that it is running");
  await expect.element(panel).toHaveTextContent(message);
});
