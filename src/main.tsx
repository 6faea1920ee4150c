import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { createSpeechClient } from "./api/client.ts";
import { createPlayerFactory } from "./audio/players/players.ts";
import { later, onceUsed } from "./core/page/once-used.ts";
import { createPlayground, type Playground } from "./core/page/playground.ts";
import { lookAgain, lookWhetherThere } from "./core/page/session.ts";
import { adoptShared, settingsKey } from "./core/page/settings.ts";
import { storageOf } from "./core/page/storage-of.ts";
import { browserLocks, createBrowserLibrary } from "./core/takes/browser-library.ts";
import "./kit/mantine.css";
import "./kit/tokens.css";
import { App, expectFirstScreen } from "./app/app.tsx";
import { findFirstScreen, followFirstScreen } from "./app/take-over.ts";
import { loadMessages } from "./core/messages/declare.ts";
import { languageOfBrowser, languageTags } from "./core/messages/languages.ts";

const root = document.getElementById("root");

// A window beside the page brings what it shows, and nothing of the page.
const beside = /^#window=(\w+)/.exec(location.hash)?.[1];
if (root !== null && beside === undefined) openPage(root);
else if (root !== null) void openWindow(root, beside);

/** Shows the window of a name; the page where there is none of that name. */
async function openWindow(root: HTMLElement, wanted: string | undefined): Promise<void> {
  try {
    const { windows } = await import("./app/features.ts");
    const window = windows.find(({ name }) => name === wanted);
    if (window === undefined) openPage(root);
    else await window.show(root);
  } catch {
    tellMissing(root);
  }
}

/** Says that the code of a window beside the page didn't come. It stands here: texts didn't come either, perhaps. */
function tellMissing(root: HTMLElement): void {
  const [text, reload] =
    document.documentElement.lang === languageTags.zh
      ? ["此窗口没有加载成功，可能是网络中断。", "刷新"]
      : ["This window didn't load. The connection may be gone.", "Reload"];
  const again = document.createElement("button");
  again.textContent = reload;
  again.addEventListener("click", () => location.reload());
  root.setAttribute("role", "alert");
  root.replaceChildren(text, " ", again);
}

function openPage(root: HTMLElement): void {
  const playground = startPlayground();
  const language = playground.settings.getState().language ?? languageOfBrowser(navigator.languages);
  const firstScreen = findFirstScreen(root);
  // In English where the texts can't be had: better than nothing.
  const textsCome = () => loadMessages(language).catch(() => loadMessages("en"));
  // What the first screen shows already must not go and come back.
  const restComes = () => (firstScreen === undefined ? undefined : expectFirstScreen().catch(() => undefined));
  textsCome()
    .then(restComes)
    .then(
      () => render(root, playground, firstScreen),
      () => undefined,
    );
}

/** The page's state, and what it does while nobody waits for it. */
function startPlayground(): Playground {
  const now = () => performance.now();
  const players = createPlayerFactory({ createElement: () => new Audio(), now });
  const playground = createPlayground({
    client: createSpeechClient({
      fetch: (path, init) => fetch(path, init),
      now,
      onUnauthorised: () => lookAgain(playground.queries),
      onUnreachable: () => lookWhetherThere(playground.queries),
    }),
    players,
    library: createBrowserLibrary(),
    locks: browserLocks(),
    now,
    wallClock: () => Date.now(),
    fillRandom: (array) => crypto.getRandomValues(array),
    storage: storageOf(window, "localStorage"),
    tab: storageOf(window, "sessionStorage"),
    defer(callback) {
      const timer = setTimeout(callback, 400);
      return () => clearTimeout(timer);
    },
    onLeave(callback) {
      window.addEventListener("pagehide", callback);
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") callback();
      });
    },
  });
  window.addEventListener("storage", ({ key, newValue, oldValue, storageArea }) => {
    if (key === settingsKey && storageArea === storageOf(window, "localStorage"))
      adoptShared(playground.settings, newValue, oldValue);
  });
  // The storage, WebSockets and past takes are there before the first press of Speak, and tasks are looked after.
  later(() => whenIdle(playground), 1_000);
  // What sound needs takes long to make: it is there when whoever moves towards Speak presses it.
  onceUsed(() => players.prepare());
  return playground;
}

/**
 * Renders in portions, so that what is typed meanwhile is seen, and puts all of it into the place of the first screen
 * at once.
 */
function render(root: HTMLElement, playground: Playground, firstScreen: HTMLElement | undefined): void {
  const takeOver = firstScreen === undefined ? undefined : followFirstScreen(firstScreen, playground.settings);
  startTransition(() =>
    createRoot(root).render(
      <Shown onShown={() => takeOver?.(root)}>
        <App playground={playground} />
      </Shown>,
    ),
  );
}

/** Tells when what is in it is on the page. */
function Shown({ onShown, children }: { readonly onShown: () => void; readonly children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(onShown, []);
  return children;
}

function whenIdle(playground: Playground): void {
  playground.library.open();
  void playground.takes.getState().openLast();
  // Else they are looked after as soon as there is a network again.
  playground.tasks().catch(() => window.addEventListener("online", () => whenIdle(playground), { once: true }));
  void import("./api/socket-source.ts").catch(() => undefined);
  void import("./core/takes/past-take.ts").catch(() => undefined);
  if (import.meta.env.PROD)
    import("./core/page/keep-page.ts").then(
      ({ keepPage }) => keepPage(playground.library, navigator.serviceWorker, storageOf(window, "localStorage")),
      () => undefined,
    );
}
