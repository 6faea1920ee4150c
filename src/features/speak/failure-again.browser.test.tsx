import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ServiceUnreachableError } from "../../api/errors.ts";
import { renderPage } from "../../app/render.fixture.ts";
import { soundOf } from "../../core/page/fake-service.fixture.ts";
import { failing, refused } from "./failure.fixture.ts";

const script = () => page.getByRole("textbox", { name: "Script" });
const speak = () => page.getByRole("button", { name: "Speak", exact: true });

describe("a failure", () => {
  it.each([
    [refused(401, { message: "Bad key", code: "invalid_api_key" })],
    [new ServiceUnreachableError(new TypeError("x"))],
    [refused(502, { code: "upstream_unreachable" })],
  ])("that is over once the key or the network is mended is spoken again by one press: %s", async (error) => {
    const answers = [failing(error), () => soundOf(1)];
    const { bodies } = await renderPage({
      async *speech() {
        yield* answers.shift()?.() ?? [];
      },
    });
    await script().fill("Once more.");
    await speak().click();
    await page.getByRole("alert").getByRole("button", { name: "Speak again" }).click();
    await expect.element(page.getByRole("alert")).toBeEmptyDOMElement();
    await expect.poll(() => bodies.map(({ input }) => input)).toEqual(["Once more.", "Once more."]);
  });

  it("that is spoken again isn't stopped by a second press while it is sent", async () => {
    const error = refused(502, { code: "upstream_unreachable" });
    const { playground } = await renderPage({ speech: failing(error) });
    await speak().click();
    const again = page.getByRole("alert").getByRole("button", { name: "Speak again" });
    await expect.element(again).toBeVisible();
    let stopped = false;
    playground.submit.setState({ sending: { id: "task", stop: () => (stopped = true) } });
    await expect.element(again).toHaveAttribute("aria-disabled", "true");
    (again.element() as HTMLElement).click();
    expect(stopped).toBe(false);
    playground.submit.setState({ sending: undefined });
  });

  it("in the midst of a take in parts goes on with it: what was spoken isn't sent again", async () => {
    const gone = new ServiceUnreachableError(new TypeError("x"));
    const answers = [() => soundOf(1), failing(gone), () => soundOf(1)];
    const { bodies } = await renderPage({
      async *speech() {
        yield* answers.shift()?.() ?? [];
      },
    });
    await script().fill("One. [pause 1s] Two.");
    await speak().click();
    await page.getByRole("alert").getByRole("button", { name: "Go on" }).click();
    // Whether the second has left isn't known.
    await page
      .getByRole("alertdialog", { name: "One part may be charged twice" })
      .getByRole("button", { name: "Go on" })
      .click();
    await expect.poll(() => bodies.map(({ input }) => input)).toEqual(["One.", "Two.", "Two."]);
    await expect.element(page.getByRole("alert")).toBeEmptyDOMElement();
  });

  it("in the midst of parts says why it doesn't go on while a task is sent, and what was spoken", async () => {
    const unreached = refused(502, { code: "upstream_unreachable" });
    const answers = [() => soundOf(1), failing(unreached), () => soundOf(1)];
    const { bodies, playground } = await renderPage({
      async *speech() {
        yield* answers.shift()?.() ?? [];
      },
    });
    const goOn = page.getByRole("alert").getByRole("button", { name: "Go on" });
    await script().fill("One. [pause 1s] Two.");
    await speak().click();
    await expect.element(goOn).toBeVisible();
    await expect.element(page.getByRole("alert")).toHaveTextContent("The parts before it have been charged");
    playground.submit.setState({ sending: { id: "another", stop: () => {} } });
    await goOn.click();
    await expect.element(page.getByText("Not sent: another task is being sent.")).toBeVisible();
    playground.submit.setState({ sending: undefined });
    const unsubscribe = playground.takes.subscribe(({ live }) => {
      for (const { session } of live.values()) queueMicrotask(session.stop);
    });
    await goOn.click();
    const player = page.getByRole("region", { name: "Player" });
    await expect.element(player).toHaveTextContent("Stopped. What arrived is kept.");
    unsubscribe();
    void playground.submit.getState().goOn(playground.library.getSnapshot().rows[0]?.id ?? "", () => {});
    await expect.poll(() => bodies.map(({ input }) => input)).toEqual(["One.", "Two.", "Two."]);
  });
});
