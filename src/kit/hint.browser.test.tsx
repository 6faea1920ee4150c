import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished } from "vitest";
import { Hint } from "./hint.tsx";
import { listen } from "./listen.ts";
import { Theme } from "./theme.tsx";

function Field() {
  const [text, setText] = useState("");
  return (
    <>
      <Hint text={`${text.length} letters`}>
        <button type="button">Count</button>
      </Hint>
      <textarea value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
    </>
  );
}

it("a hint that says something else with each letter bears letters that come faster than the page draws", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  const failures: string[] = [];
  const stop = listen(window, { error: ({ message }) => failures.push(message) });
  const page = createRoot(container);
  page.render(
    <Theme scheme="light">
      <Field />
    </Theme>,
  );
  onTestFinished(() => {
    stop();
    page.unmount();
    container.remove();
  });
  await expect.poll(() => container.querySelector("button")).not.toBeNull();
  container.querySelector("button")?.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
  await expect.poll(() => document.querySelector("[role=tooltip]")?.textContent).toBe("0 letters");

  const field = container.querySelector("textarea");
  const write = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
  // Nothing but what is due at once runs between two of them, as when a slow machine catches up with a held key.
  for (let letters = 1; letters <= 80; letters++) {
    write?.call(field, "a".repeat(letters));
    field?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  }

  await expect.poll(() => document.querySelector("[role=tooltip]")?.textContent).toBe("80 letters");
  expect(failures).toEqual([]);
});
