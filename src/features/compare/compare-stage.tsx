import { useRef } from "react";
import { usePlayground, useSettings } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { isSign } from "../../core/stage/stage-keys.ts";
import { StageShell } from "../../core/stage/stage-shell.tsx";
import { StageTop } from "../../core/stage/stage-top.tsx";
import { useFullScreen } from "../../core/stage/use-full-screen.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Segmented } from "../../kit/segmented.tsx";
import type { Analyses } from "./analyses.ts";
import { BlindView } from "./blind-view.tsx";
import styles from "./compare.module.css";
import { Transport } from "./compare-transport.tsx";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { ListenView } from "./listen-view.tsx";
import { type CompareLook, CompareLookContext } from "./look.ts";
import { compareMessages } from "./messages/index.ts";
import { useChoice } from "./use-compare.ts";

const look: CompareLook = { large: true, heading: "h2" };
const views = ["listen", "blind"] as const;

interface CompareStageProps {
  readonly takes: readonly TakeRow[];
  readonly analyses: Analyses["byId"];
  readonly listening: ComparedListeningStore;
  readonly onClose: () => void;
}

/**
 * Takes against each other, large, for people in a room. Default export, because it is loaded when somebody wants that.
 */
export default function CompareStage({ takes, analyses, listening, onClose }: CompareStageProps) {
  const { messages, language } = useHistoryTexts(compareMessages);
  const view = useChoice((choice) => choice.view);
  const show = useChoice((choice) => choice.show);
  const { toggleSilent } = usePlayground().sound.getState();
  const fullScreen = useFullScreen();
  const dialog = useRef<HTMLDialogElement>(null);
  const single = useSettings(({ stageKeys }) => stageKeys);
  useWindowKeys(true, (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || (!single && isSign(event.key))) return;
    const asked = shortcutOf(shortcutTable.compareStage, event.key);
    if (asked === "toggleMuted") toggleSilent();
    else if (asked === "fullScreen") fullScreen.toggle();
    else return;
    event.preventDefault();
  });
  const blind = view === "blind";
  return (
    <CompareLookContext value={look}>
      <StageShell
        dialog={dialog}
        title={messages.stage.title}
        description={messages.stage.keys(keyNamer(language, "heard"))}
        busy={false}
        onClose={onClose}
      >
        <div className={styles["large"]}>
          <StageTop
            keys="compareStage"
            fullScreen={fullScreen}
            leaveLabel={messages.stage.leave}
            onLeave={() => dialog.current?.close()}
            lead={
              <Segmented
                label={messages.viewsLabel}
                value={blind ? "blind" : "listen"}
                options={views.map((value) => ({ value, label: messages.views[value] }))}
                onChange={show}
              />
            }
          />
          {blind ? (
            <BlindView takes={takes} listening={listening} />
          ) : (
            <div>
              <ListenView takes={takes} analyses={analyses} listening={listening} />
              <Transport listening={listening} />
            </div>
          )}
        </div>
      </StageShell>
    </CompareLookContext>
  );
}
