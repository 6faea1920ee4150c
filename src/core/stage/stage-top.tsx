import type { ReactNode } from "react";
import { Status } from "../../kit/status.tsx";
import { usePlayground, useTexts } from "../page/playground-context.ts";
import { ariaKeys } from "../shortcuts/aria-keys.ts";
import { useSilent } from "../sound/use-silent.ts";
import { stageMessages } from "./messages/index.ts";
import { StageButton } from "./stage-button.tsx";
import styles from "./stage-shell.module.css";
import type { FullScreen } from "./use-full-screen.ts";

interface StageTopProps {
  /** What stands at its beginning. */
  readonly lead: ReactNode;
  readonly fullScreen: FullScreen;
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The upper edge of what stands before a room: silence, the whole screen, the way out. */
export function StageTop({ lead, fullScreen, leaveLabel, onLeave, children }: StageTopProps) {
  const { page, language } = useTexts();
  const { fullScreen: whole, leaveFullScreen, refused } = stageMessages.in(language);
  const { toggleSilent } = usePlayground().sound.getState();
  const silent = useSilent();
  return (
    <div className={styles["top"]} data-control="">
      <div className={styles["place"]}>{lead}</div>
      <Status className="quiet">{fullScreen.refused && refused}</Status>
      <div className={styles["acts"]}>
        <StageButton
          icon={silent ? "muted" : "volume"}
          label={silent ? page.player.unmute : page.player.mute}
          aria-keyshortcuts={ariaKeys("present", "toggleMuted")}
          onClick={toggleSilent}
        />
        {children}
        {fullScreen.available && (
          <StageButton
            icon={fullScreen.on ? "window" : "full"}
            label={fullScreen.on ? leaveFullScreen : whole}
            aria-keyshortcuts={ariaKeys("present", "fullScreen")}
            onClick={fullScreen.toggle}
          />
        )}
        <StageButton
          icon="close"
          label={leaveLabel}
          aria-keyshortcuts={ariaKeys("present", "leave")}
          onClick={onLeave}
        />
      </div>
    </div>
  );
}
