import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { ReadingProvider } from "../core/captions/reading.tsx";
import { ReadAlong } from "../core/captions/slots.tsx";
import { languageTags } from "../core/messages/languages.ts";
import { boardOf, followTasks } from "../core/page/board.ts";
import { lazyWithRetry } from "../core/page/lazy-with-retry.tsx";
import { PlanProvider } from "../core/page/plan-context.tsx";
import type { Playground } from "../core/page/playground.ts";
import {
  PlaygroundContext,
  useGate,
  useLanguage,
  usePlayground,
  useSettings,
  useTexts,
} from "../core/page/playground-context.ts";
import { useFolded } from "../core/page/use-folded.ts";
import { stageOf } from "../core/stage/stage-place.ts";
import { NaturalVoices } from "../features/engines/natural-voices.tsx";
import { FieldGroups } from "../features/form/field-groups.tsx";
import { SignOutQuestion } from "../features/gate/sign-out-question.tsx";
import { Header } from "../features/header/header.tsx";
import { HelpButton } from "../features/help/help-button.tsx";
import { ModelCards } from "../features/model/model-cards.tsx";
import { PlayerBar } from "../features/player/player-bar.tsx";
import { PresentButton } from "../features/present/present-button.tsx";
import { Ruler } from "../features/script/ruler.tsx";
import { Script } from "../features/script/script.tsx";
import { TransportSwitch } from "../features/speak/mode-switch.tsx";
import { SendBar } from "../features/speak/send-bar.tsx";
import { VoicePicker } from "../features/voice/voice-picker.tsx";
import { Theme } from "../kit/theme.tsx";
import { useFocusInSight } from "../kit/use-focus-in-sight.ts";
import { usePressOnce } from "../kit/use-press-once.ts";
import styles from "./app.module.css";
// What is loaded later is seen on the first screen: with these, that waits for one file of styles.
import "../core/takes/undo.module.css";
import "../features/script/script-tools.module.css";
import "../kit/tabs.module.css";
import "./board.module.css";
import { ErrorBoundary } from "./error-boundary.tsx";

// Not needed for the first sentence.
const ScriptTools = lazyWithRetry(
  () => import("../features/script/script-tools.tsx"),
  <div className={styles["toolsPlace"]} />,
);

// What stands above it is there first.
const Board = lazyWithRetry(() => import("./board.tsx"), null);
// Nothing is folded at a first visit.
const FormButtons = lazyWithRetry(() => import("./form-buttons.tsx"), null);
// Most visitors never meet it.
const GateDialog = lazyWithRetry(() => import("../features/gate/gate-dialog.tsx"), null);

/** Loads what the first screen shows already: it must not go and come back. */
export async function expectFirstScreen(): Promise<void> {
  await Promise.all([ScriptTools.expect(), Board.expect()]);
}

/** What features put into the page's head. */
const headButtons = [PresentButton, HelpButton];

/** The whole page on a playground's state. */
export function App({ playground }: { readonly playground: Playground }) {
  return (
    <PlaygroundContext value={playground}>
      <QueryClientProvider client={playground.queries}>
        <Appearance>
          <ErrorBoundary>
            <PlanProvider>
              <ReadingProvider>
                <Instrument />
              </ReadingProvider>
            </PlanProvider>
          </ErrorBoundary>
        </Appearance>
      </QueryClientProvider>
    </PlaygroundContext>
  );
}

/** The one screen: what is said on the left, how it sounds on the right, the sound at the bottom. */
function Instrument() {
  const gate = useGate();
  const column = useRef<HTMLElement>(null);
  const playground = usePlayground();
  const folded = useFolded();
  const form = useStore(boardOf(playground), (board) => board.form);
  const { open, signingIn } = useStore(stageOf(playground));
  useFocusInSight(column);
  usePressOnce();
  useEffect(() => followTasks(playground), [playground]);
  return (
    <>
      <div className={styles["app"]} data-folded={folded || undefined} data-form={form || undefined}>
        <Header>
          {headButtons.map((HeadButton, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <HeadButton key={at} />
          ))}
        </Header>
        <main className={styles["stage"]}>
          <ReadAlong />
          <Script />
          <ScriptTools />
          <Ruler />
          <SendBar>{folded && <FormButtons />}</SendBar>
        </main>
        <aside ref={column} id="form" className={styles["column"]}>
          <ModelCards />
          <div className={styles["form"]}>
            <FieldGroups VoiceControl={VoicePicker}>
              <TransportSwitch />
            </FieldGroups>
          </div>
        </aside>
        <div className={styles["board"]}>
          <Board />
        </div>
        <PlayerBar />
      </div>
      {/* Not within the layout: dialogs would be a part of it, and it of them. */}
      {gate !== undefined && (!open || signingIn) && <GateDialog gate={gate} />}
      <SignOutQuestion />
      <NaturalVoices />
    </>
  );
}

/** Colours, language and title of the document, as chosen or as the system and browser have them. */
function Appearance({ children }: { readonly children: React.ReactNode }) {
  const { page } = useTexts();
  const language = useLanguage();
  const scheme = useSettings((settings) => settings.scheme);
  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.title = page.title;
  }, [language, page]);
  return <Theme scheme={scheme}>{children}</Theme>;
}
