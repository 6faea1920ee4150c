import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { interfaceLanguages } from "../contract/language.ts";
import { loadMessages } from "../core/messages/declare.ts";
import {
  createFakeService,
  createTestPlayground,
  type FakeAnswers,
  type FakeService,
} from "../core/page/fake-service.fixture.ts";
import type { Playground } from "../core/page/playground.ts";
import { App } from "./app.tsx";
import "../kit/mantine.css";
import "../kit/tokens.css";

/** The page as a test sees it, and what stands behind it. */
export interface RenderedPage extends FakeService {
  readonly playground: Playground;
}

/** Presses a button as who has no pointer does: it has the focus then. */
export async function pressByKey(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible();
  const element = button.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard("{Enter}");
}

/** Opens what the form keeps closed for who only listens. */
export async function openTechnical(): Promise<void> {
  await page.getByText("Technical details").click();
}

/**
 * Shows the whole page on a fake service, as large as a desktop, until the test is over. `now` is its clock, the
 * browser's when absent.
 */
export async function renderPage(
  answers: FakeAnswers = {},
  prepare?: (playground: Playground) => void,
  now?: () => number,
): Promise<RenderedPage> {
  await page.viewport(1440, 900);
  const service = createFakeService(answers);
  const playground = createTestPlayground(service.client, undefined, undefined, now);
  prepare?.(playground);
  // Parts that come later speak the language that came last, as where a person chooses it.
  for (const language of [...interfaceLanguages, playground.settings.getState().language ?? "en"])
    await loadMessages(language);
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  root.render(createElement(App, { playground }));
  onTestFinished(() => {
    playground.takes.getState().current?.session.dispose();
    root.unmount();
    container.remove();
    playground.queries.clear();
  });
  return { ...service, playground };
}
