import { describe, expect, it } from "vitest";
import { createKeptForm } from "./request-tab.ts";
import type { RouteForm } from "./route-form.ts";

/** A tab's storage, whose writing is put off until the page goes. */
function tab() {
  const kept = new Map<string, string>();
  const leaving: (() => void)[] = [];
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const options = { storage, defer: () => () => {}, onLeave: (callback: () => void) => void leaving.push(callback) };
  const leave = () => {
    for (const callback of leaving) callback();
  };
  return { kept, options, leave };
}

const form: RouteForm = {
  route: "tasks",
  taskId: "",
  query: "",
  range: "",
  model: "streamspeech-v8",
  body: '{"speed":1,  "speed":2',
};

describe("what is written by hand", () => {
  it("is there again in a tab that is loaded anew, byte for byte", () => {
    const { options, leave } = tab();
    createKeptForm(options).write(form);
    leave();
    expect(createKeptForm(options).read()).toEqual(form);
  });

  it("is forgotten once the form's own request stands in its place", () => {
    const { options, leave } = tab();
    const kept = createKeptForm(options);
    kept.write(form);
    leave();
    kept.write(undefined);
    leave();
    expect(createKeptForm(options).read()).toBeUndefined();
  });

  it("isn't read where it is damaged", () => {
    const { kept, options } = tab();
    kept.set("speech-playground-by-hand", '{"state":{"route":"nowhere"}}');
    expect(createKeptForm(options).read()).toBeUndefined();
  });
});
