import { describe, expect, it } from "vitest";
import {
  type ItemCard,
  type OpenWire,
  type PresenterAct,
  type RemoteAction,
  readToStage,
  readToWindow,
} from "./messages.ts";
import { createStageLink } from "./stage-link.ts";
import { createWindowState } from "./window-state.ts";

const card: ItemCard = { title: "One.", about: "Script · live", words: "One.", notes: "Smile." };
const common = { language: "en", scheme: "light", single: true, black: false, began: 1_000 } as const;
const shownAt = (place: string) => ({ type: "shown", ...common, place, now: card, next: undefined }) as const;

/** Pages of one browser: their channels and their time. `ids` numbers what they make. */
function openBrowser(ids = 0) {
  const wires = new Set<{ readonly stage: string; readonly hear: (message: unknown) => void }>();
  let now = 1_000;
  let made = ids;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  const openWire: OpenWire = (stage, hear) => {
    const wire = { stage, hear };
    wires.add(wire);
    return {
      post(message) {
        for (const other of [...wires])
          if (other !== wire && other.stage === stage) other.hear(structuredClone(message));
      },
      close: () => wires.delete(wire),
    };
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    for (const each of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(each);
      each.callback();
    }
  };
  /** A page with the stage, on what its tab keeps; it goes without a word when it is reloaded. */
  function openStage(kept = new Map<string, string>(), allows = true) {
    const opened: string[] = [];
    const acts: (readonly [RemoteAction, string])[] = [];
    const others: PresenterAct[] = [];
    const own = new Set<() => void>();
    const link = createStageLink({
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      openWire(stage, hear) {
        const wire = openWire(stage, hear);
        own.add(wire.close);
        return wire;
      },
      openWindow(stage) {
        if (allows) opened.push(stage);
        return allows;
      },
      newId: () => `id-${made++}`,
      wallClock: () => now,
      schedule(callback, milliseconds) {
        const entry = { at: now + milliseconds, callback };
        waiting.add(entry);
        return () => waiting.delete(entry);
      },
    });
    const leave = link.enter((act) => {
      if (act.type === "act") acts.push([act.action, act.key]);
      else others.push(act);
    });
    const vanish = () => own.forEach((close) => void close());
    return { link, leave, acts, others, opened, kept, vanish };
  }
  const openWindow = (stage = "") => createWindowState(stage, { openWire, wallClock: () => now });
  return { openStage, openWindow, pass };
}

describe("a stage and its presenter's window", () => {
  it("shows what stands on the stage, does there what is pressed, and closes with it", () => {
    const { openStage, openWindow, pass } = openBrowser();
    const { link, leave, acts, opened, kept } = openStage();
    expect(link.open()).toBe(true);
    link.show(shownAt("1 of 2"));
    const window = openWindow(opened[0]);
    expect(window.getState().stage).toBe("looking");
    pass(200);
    expect(window.getState()).toMatchObject({ stage: "there", shown: { place: "1 of 2", now: { notes: "Smile." } } });
    link.tell({ type: "moment", playing: true, left: 12, note: "" });
    expect(window.getState().moment).toMatchObject({ playing: true, left: 12 });
    window.getState().act({ type: "act", action: "on", key: "PageDown" });
    expect(acts).toEqual([["on", "PageDown"]]);
    leave();
    expect(window.getState().stage).toBe("closed");
    expect(kept.size).toBe(0);
  });

  it("finds its stage after a reload of either, and the show doesn't begin anew", () => {
    const { openStage, openWindow, pass } = openBrowser();
    const before = openStage();
    before.link.open();
    before.link.show(shownAt("1 of 2"));
    const window = openWindow(before.opened[0]);
    pass(200);
    const again = openWindow(before.opened[0]);
    expect(again.getState().stage).toBe("there");

    before.vanish();
    pass(7_000);
    window.getState().tick();
    expect(window.getState().stage).toBe("lost");
    window.getState().act({ type: "act", action: "on", key: "PageDown" });
    const after = openStage(before.kept);
    expect(after.link.began()).toBe(1_000);
    after.link.show(shownAt("2 of 2"));
    pass(200);
    expect(window.getState()).toMatchObject({ stage: "there", shown: { place: "2 of 2" } });
    window.getState().act({ type: "act", action: "back", key: "PageUp" });
    // What was pressed while nobody heard it isn't done later.
    expect(after.acts).toEqual([["back", "PageUp"]]);
  });

  it("counts from the end of a rehearsal, also behind a reload; once left, there is nothing to count", () => {
    const { openStage, pass } = openBrowser();
    const before = openStage();
    before.link.open();
    pass(60_000);
    before.link.beginAnew();
    expect(before.link.began()).toBe(61_000);
    before.vanish();
    const after = openStage(before.kept);
    expect(after.link.began()).toBe(61_000);
    after.leave();
    after.link.beginAnew();
    expect(after.kept.size).toBe(0);
  });

  it("isn't taken for lost while nothing changes on the stage", () => {
    const { openStage, openWindow, pass } = openBrowser();
    const { link, opened } = openStage();
    link.open();
    link.show(shownAt("1 of 2"));
    link.tell({ type: "moment", playing: false, note: "" });
    const window = openWindow(opened[0]);
    pass(200);
    for (let seconds = 0; seconds < 20; seconds++) {
      pass(1_000);
      window.getState().tick();
    }
    expect(window.getState().stage).toBe("there");
  });

  it("doesn't mix with another stage, not even with that of a duplicated tab", () => {
    const { openStage, openWindow, pass } = openBrowser();
    const one = openStage();
    one.link.open();
    one.link.show(shownAt("1 of 2"));
    const window = openWindow(one.opened[0]);
    pass(200);
    const copy = openStage(new Map(one.kept));
    copy.link.show(shownAt("7 of 9"));
    const other = openStage();
    other.link.open();
    other.link.show(shownAt("3 of 3"));
    pass(200);
    expect(window.getState().shown?.place).toBe("1 of 2");
    window.getState().act({ type: "act", action: "on", key: "PageDown" });
    expect([one.acts.length, copy.acts.length, other.acts.length]).toEqual([1, 0, 0]);
    // The copy gets a window of its own.
    copy.link.open();
    expect(copy.opened[0]).not.toBe(one.opened[0]);
    pass(200);
    expect(openWindow(copy.opened[0]).getState().shown?.place).toBe("7 of 9");
    copy.leave();
    expect(window.getState().stage).toBe("there");
  });

  // The first copy's name is the smaller one, the other's is.
  it.each([0, 7])("is one stage's alone where two copies of a tab come back together: %d", (ids) => {
    const { openStage, openWindow, pass } = openBrowser(ids);
    const before = openStage();
    before.link.open();
    const [name] = before.opened;
    before.vanish();
    const window = openWindow(name);
    const [one, other] = [openStage(new Map(before.kept)), openStage(new Map(before.kept))];
    one.link.show(shownAt("1 of 2"));
    other.link.show(shownAt("1 of 2"));
    pass(200);
    window.getState().tick();
    expect(window.getState().stage).toBe("there");
    window.getState().act({ type: "act", action: "on", key: "PageDown" });
    expect([one.acts.length, other.acts.length].sort()).toEqual([0, 1]);
    // A third one, later, doesn't get it either.
    const third = openStage(new Map(before.kept));
    pass(200);
    window.getState().act({ type: "act", action: "on", key: "PageDown" });
    expect([one.acts.length + other.acts.length, third.acts.length]).toEqual([2, 0]);
  });

  it("gives the programme to a window that asks, goes to one of its items, and takes a sentence", () => {
    const { openStage, openWindow, pass } = openBrowser();
    const { link, others, opened } = openStage();
    link.open();
    link.show(shownAt("1 of 2"));
    const window = openWindow(opened[0]);
    pass(200);
    const { act } = window.getState();
    act({ type: "items" });
    link.list([{ id: "b", title: "Two.", about: "Script", shown: true }]);
    expect(window.getState().items).toEqual([{ id: "b", title: "Two.", about: "Script", shown: true }]);
    act({ type: "show", id: "b" });
    act({ type: "say", text: "From row three." });
    expect(others).toEqual([{ type: "items" }, { type: "show", id: "b" }, { type: "say", text: "From row three." }]);
  });

  it("says that the window was blocked, and keeps nothing of it", () => {
    const { link, kept } = openBrowser().openStage(new Map(), false);
    expect(link.open()).toBe(false);
    expect(link.isOpen()).toBe(false);
    expect([...kept.values()]).toEqual(['{"began":1000}']);
  });

  it("hears nothing that isn't one of its messages", () => {
    expect(readToStage({ type: "act", action: "leave", key: "Escape" })).toBeUndefined();
    expect(readToStage({ type: "act", action: "on", key: "x".repeat(21) })).toBeUndefined();
    expect(readToStage({ type: "say", text: "x".repeat(2_001) })).toBeUndefined();
    expect(readToStage(null)).toBeUndefined();
    expect(readToWindow({ ...shownAt("1"), language: "xx" })).toBeUndefined();
    expect(readToWindow({ type: "moment", playing: true, left: "12", note: "" })).toBeUndefined();
    expect(readToWindow({ type: "hello" })).toBeUndefined();
    expect(readToWindow({ type: "moment", playing: true, note: "" })).toEqual({
      type: "moment",
      playing: true,
      note: "",
    });
  });
});
