import { createElement, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { ErrorBoundary } from "../../app/error-boundary.tsx";
import { loadMessages } from "../messages/declare.ts";
import { createFakeService, createTestPlayground } from "./fake-service.fixture.ts";
import { lazyWithRetry } from "./lazy-with-retry.tsx";
import { PlaygroundContext } from "./playground-context.ts";

// As before the page is shown.
beforeAll(() => loadMessages("en"));

function show(shown: ReactNode): void {
  // React reports what a boundary caught; these tests are about what a person sees then.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  root.render(
    <PlaygroundContext value={createTestPlayground(createFakeService().client)}>
      <ErrorBoundary>
        <p>the rest of the page</p>
        <Suspense fallback="loading">{shown}</Suspense>
      </ErrorBoundary>
    </PlaygroundContext>,
  );
}

it("says that a part didn't come, keeps the rest, and comes when it is asked for again", async () => {
  let isOnline = false;
  const Guests = lazyWithRetry<{ name: string }>(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: ({ name }) => <p>welcome, {name}</p> };
  });
  show(<Guests name="Mei" />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("didn't load");
  await expect.element(page.getByText("the rest of the page")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("didn't load");
  isOnline = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("welcome, Mei")).toBeVisible();
  expect(page.getByRole("alert").elements()).toEqual([]);
});

it("stands there empty before it says so, for screen readers that don't read what comes with its region", async () => {
  const filled: string[] = [];
  const watch = new MutationObserver(() => {
    const alert = document.querySelector("[role=alert]");
    if (alert !== null) filled.push(alert.textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  show(createElement(lazyWithRetry<object>(() => Promise.reject(new TypeError("Failed to fetch")))));
  await expect.element(page.getByRole("alert")).toHaveTextContent("didn't load");
  expect(filled[0]).toBe("");
});

it("leaves a part that came and broke to the page", async () => {
  const Broken = lazyWithRetry(async () => ({
    default: (): ReactNode => {
      throw new Error("a part that nobody expected to break");
    },
  }));
  show(<Broken />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("a part that nobody expected to break");
  expect(page.getByText("the rest of the page").elements()).toEqual([]);
});
