import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { loadMessages } from "../core/messages/declare.ts";
import { createFakeService, createTestPlayground } from "../core/page/fake-service.fixture.ts";
import { PlaygroundContext } from "../core/page/playground-context.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

function Broken(): never {
  throw new Error("a part that nobody expected to break");
}

it("says what happened and the way out, in place of a blank page", async () => {
  // React reports what a boundary caught; this test is about what a person sees then.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  // As before the page is shown.
  await loadMessages("en");
  root.render(
    <PlaygroundContext value={createTestPlayground(createFakeService().client)}>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </PlaygroundContext>,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("a part that nobody expected to break");
  await expect.element(page.getByRole("button", { name: "Reload", exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Forget the settings and reload" })).toBeVisible();
});
