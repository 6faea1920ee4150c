import { isRaw } from "../../audio/base/format.ts";
import { useDrawn, usePlayground, useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import { takeFileName } from "../../core/takes/take-file.ts";
import { Button, ButtonLink } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useObjectUrl } from "../../kit/use-object-url.ts";
import styles from "./player.module.css";

/** Saves everything that came, as a file that any player opens, under a name that one finds again. */
export function DownloadButton() {
  const { page } = useTexts();
  const file = useSound((sound) => sound?.file);
  const url = useObjectUrl(file?.blob);
  const take = useTake((current) => current);
  const { library } = usePlayground();
  const given = useDrawn(library.subscribe, () => take && library.row(take.id)?.name);
  const remote = take?.download;
  if (take === undefined || file === undefined || url === undefined) {
    return remote !== undefined ? (
      // Too large to be kept here: from the service to the disk, as it comes.
      <ButtonLink className={styles["download"]} href={remote} download>
        <Icon name="download" />
        <span>{page.player.download}</span>
      </ButtonLink>
    ) : (
      <Button size="large" className={styles["download"]} disabled>
        <Icon name="download" />
        <span>{page.player.download}</span>
      </Button>
    );
  }
  const { voice, voices, emotion, text } = take;
  const name = takeFileName({ voice, voices, emotion, name: given ?? "", excerpt: text }, file.format, "playable");
  return (
    <Hint text={isRaw(file.format) ? `${name} · ${page.player.rawInMenu}` : name}>
      <ButtonLink className={styles["download"]} href={url} download={name} aria-label={page.player.downloadAs(name)}>
        <Icon name="download" />
        <span>{page.player.download}</span>
      </ButtonLink>
    </Hint>
  );
}
