import { useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
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
  const remote = useTake((take) => take?.download);
  if (file === undefined || url === undefined) {
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
  return (
    <Hint text={file.raw === true ? `${file.name} · ${page.player.rawInMenu}` : file.name}>
      <ButtonLink
        className={styles["download"]}
        href={url}
        download={file.name}
        aria-label={page.player.downloadAs(file.name)}
      >
        <Icon name="download" />
        <span>{page.player.download}</span>
      </ButtonLink>
    </Hint>
  );
}
