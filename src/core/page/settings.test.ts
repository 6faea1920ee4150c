import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adoptShared,
  createSettingsStore,
  initialSettings,
  nextScheme,
  parseSettings,
  settingsKey,
  settingsVersion,
} from "./settings.ts";

/** A browser's storage that a test can look into and break. */
function memory(entries: Record<string, string> = {}) {
  const items = new Map(Object.entries(entries));
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

type Place = Parameters<typeof createSettingsStore>[0]["storage"];

/** A store whose writing a test sets off itself. */
function storeOn(storage: Place, tab?: Place) {
  const waiting: (() => void)[] = [];
  let leave = (): void => {};
  const store = createSettingsStore({
    storage,
    tab,
    defer(callback) {
      waiting.push(callback);
      return () => void waiting.splice(waiting.indexOf(callback), 1);
    },
    onLeave(callback) {
      leave = callback;
    },
  });
  return { store, waiting, writeNow: () => waiting.at(-1)?.(), leave: () => leave() };
}

const stored = (state: unknown, version = settingsVersion) => ({ [settingsKey]: JSON.stringify({ state, version }) });

describe("parseSettings", () => {
  it("lets who turned single keys off keep the stage without them, which had the same switch", () => {
    expect(parseSettings({ shortcuts: false })).toMatchObject({ shortcuts: false, stageKeys: false });
    expect(parseSettings({ shortcuts: false, stageKeys: true }).stageKeys).toBe(true);
    expect(parseSettings({}).stageKeys).toBe(true);
  });

  it("takes whatever was stored without throwing, and always gives whole settings", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(Object.keys(parseSettings(anything)).sort()).toEqual(Object.keys(initialSettings).sort());
      }),
    );
  });

  it("keeps what is sound beside what was damaged", () => {
    expect(parseSettings({ language: "zh", scheme: 7, model: ["x"], volume: 3, script: "Guten Abend" })).toEqual({
      ...initialSettings,
      language: "zh",
      script: "Guten Abend",
    });
  });

  it("keeps the other entries of a list, and the other models' forms, beside a damaged one", () => {
    const damaged = {
      pronunciations: [{ word: "GIF" }, { word: "nginx", spoken: "engine x" }],
      favourites: { "cloud-tts": [7], "streamspeech-v8": ["Autumn"] },
      values: { "cloud-tts": { speed: [] }, "streamspeech-v8": { speed: 1.25 } },
    };
    expect(parseSettings(damaged)).toMatchObject({
      pronunciations: [{ word: "nginx", spoken: "engine x" }],
      favourites: { "cloud-tts": [], "streamspeech-v8": ["Autumn"] },
      values: { "cloud-tts": {}, "streamspeech-v8": { speed: 1.25 } },
    });
  });
});

describe("the settings store", () => {
  it("comes back as it was left", () => {
    const storage = memory();
    const first = storeOn(storage);
    const { setMode, setValue } = first.store.getState();
    first.store.setState({ language: "zh", model: "cloud-tts", script: "夜车十点出发。" });
    setMode("streamspeech-v8", "speech");
    setValue("cloud-tts", "speed", 1.25);
    first.leave();
    expect(storeOn(storage).store.getState()).toMatchObject({
      language: "zh",
      model: "cloud-tts",
      modes: { "streamspeech-v8": "speech" },
      values: { "cloud-tts": { speed: 1.25 } },
      script: "夜车十点出发。",
    });
  });

  it("writes once for many changes, a moment later", () => {
    const storage = memory();
    const { store, waiting, writeNow } = storeOn(storage);
    for (const script of ["A", "Ab", "Abe"]) store.setState({ script });
    expect(waiting).toHaveLength(1);
    expect(storage.items.size).toBe(0);
    writeNow();
    expect(JSON.parse(storage.items.get(settingsKey) ?? "")).toMatchObject({ state: { script: "Abe" } });
  });

  it("takes a value back, so that nothing is sent for it", () => {
    const { store } = storeOn(memory());
    store.getState().setValue("cloud-tts", "speed", 2);
    store.getState().setValue("cloud-tts", "speed", undefined);
    expect(store.getState().values["cloud-tts"]).toEqual({});
  });

  it("forgets everything, also what waits to be written", () => {
    const storage = memory(stored({ model: "cloud-tts" }));
    const tab = memory(stored({ script: "Forget me, too" }));
    const { store, leave } = storeOn(storage, tab);
    store.setState({ script: "Forget me" });
    store.persist.clearStorage();
    leave();
    expect(storage.items.size).toBe(0);
    expect(tab.items.size).toBe(0);
  });

  it("brings back what this tab held, whatever another one wrote since", () => {
    const [storage, one, two] = [memory(), memory(), memory()];
    const first = storeOn(storage, one);
    first.store.setState({ script: "My poem" });
    first.leave();
    const second = storeOn(storage, two);
    expect(second.store.getState().script).toBe("My poem");
    second.store.setState({ script: "A friend's text" });
    second.store.getState().setValue("cloud-tts", "speed", 2);
    second.store.getState().toggleFavourite("cloud-tts", "en-US-AriaNeural");
    second.leave();
    const again = storeOn(storage, one).store.getState();
    expect(again.script).toBe("My poem");
    expect(again.values).toEqual({});
    expect(again.favourites).toEqual({ "cloud-tts": ["en-US-AriaNeural"] });
    expect(storeOn(storage, memory()).store.getState().script).toBe("A friend's text");
  });

  it("takes over what another tab wrote of what is one for all, and nothing of its work", () => {
    const storage = memory();
    const one = storeOn(storage, memory());
    const two = storeOn(storage, memory());
    one.store.setState({ script: "My poem" });
    two.store.setState({ script: "A friend's text" });
    two.store.getState().toggleFavourite("cloud-tts", "en-US-AriaNeural");
    two.leave();
    let changes = 0;
    one.store.subscribe(() => changes++);
    const written = storage.getItem(settingsKey);
    for (const before of [null, written]) adoptShared(one.store, written, before);
    expect(changes).toBe(1);
    expect(one.store.getState().favourites).toEqual({ "cloud-tts": ["en-US-AriaNeural"] });
    expect(one.store.getState().script).toBe("My poem");
    two.store.setState({ volume: 0.3 });
    two.store.setState({ language: "zh" });
    two.leave();
    adoptShared(one.store, storage.getItem(settingsKey), written);
    expect(one.store.getState()).toMatchObject({ volume: 0.3, language: "zh", script: "My poem" });
    changes = 1;
    for (const damaged of [null, "", "{", "7", "{}"]) adoptShared(one.store, damaged, written);
    expect(changes).toBe(1);
  });

  it("keeps what is changed while another tab takes over what was before, and that tab writes nothing for it", () => {
    const storage = memory();
    const [one, two] = [storeOn(storage, memory()), storeOn(storage, memory())];
    /** Has a tab write what waits, and tells the other one as a browser does. */
    const tell = (from: typeof one, to: typeof one): void => {
      const before = storage.getItem(settingsKey);
      from.leave();
      const written = storage.getItem(settingsKey);
      if (written !== before) adoptShared(to.store, written, before);
    };
    const words = (spoken: string) => ({ pronunciations: [{ word: "nginx", spoken }] });
    one.store.setState({ script: "My poem" });
    two.store.setState({ script: "A friend's text" });
    tell(two, one);
    one.store.setState(words("engine"));
    tell(one, two);
    expect(two.store.getState()).toMatchObject(words("engine"));
    one.store.setState(words("engine x"));
    two.store.setState({ volume: 0.3, script: "A friend's longer text" });
    tell(two, one);
    expect(one.store.getState()).toMatchObject({ ...words("engine x"), volume: 0.3, script: "My poem" });
    tell(one, two);
    tell(two, one);
    expect(two.store.getState()).toMatchObject({ ...words("engine x"), script: "A friend's longer text" });
    expect(one.store.getState()).toMatchObject(words("engine x"));
    // A new tab begins with what was written last.
    expect(storeOn(storage, memory()).store.getState().script).toBe("My poem");
  });

  it("what a tab never set isn't another tab's after a reload", () => {
    const [storage, one] = [memory(), memory()];
    const first = storeOn(storage, one);
    first.store.setState({ model: "cloud-tts" });
    first.leave();
    const second = storeOn(storage, memory());
    second.store.setState({ script: "A friend's text" });
    second.leave();
    expect(storeOn(storage, one).store.getState()).toMatchObject({ model: "cloud-tts", script: undefined });
  });

  it("the first press on the colours changes what is seen, and further ones come back to the system's", () => {
    for (const [dark, ...order] of [
      [false, "dark", "light", "system"],
      [true, "light", "dark", "system"],
    ] as const) {
      const pressed = [nextScheme("system", dark)];
      while (pressed.length < 3) pressed.push(nextScheme(pressed.at(-1) ?? "system", dark));
      expect(pressed).toEqual(order);
    }
  });

  it.each(["{", "null", "[]", '"text"', "{}"])("starts afresh from %s", (text) => {
    expect(storeOn(memory({ [settingsKey]: text })).store.getState()).toMatchObject(initialSettings);
  });

  it("reads what an older or newer version left as far as it is sound", () => {
    for (const version of [0, settingsVersion + 1]) {
      const { store } = storeOn(memory(stored({ model: "refvoice-2", transport: "pigeon" }, version)));
      expect(store.getState()).toMatchObject({ model: "refvoice-2", transport: "http" });
    }
  });

  it("works from memory where storage is blocked or absent", () => {
    const blocked = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    for (const storage of [undefined, { getItem: blocked, setItem: blocked, removeItem: blocked }]) {
      const { store, leave } = storeOn(storage);
      store.setState({ script: "Still here" });
      leave();
      expect(store.getState().script).toBe("Still here");
    }
  });
});
