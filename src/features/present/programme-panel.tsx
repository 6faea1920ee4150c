import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { ProgrammeItem } from "../../core/programme/programme.ts";
import { restoreForm } from "../../core/takes/restore-form.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { ProgrammeExport } from "./programme-export.tsx";
import { type Done, ProgrammeFoot } from "./programme-foot.tsx";
import { ProgrammeRow } from "./programme-row.tsx";
import { StagePanel } from "./stage-panel.tsx";
import { type Shown, usePresenter, useProgramme } from "./use-presenter.ts";

/** As narrow as the screens that it covers whole; see `programme.module.css`. */
const covering = "(width < 44em)";

/** What is prepared, in its order: chosen, named, moved, removed. */
export function ProgrammePanel({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { messages } = useHistoryTexts(presentMessages);
  const { items, correct, move, rename, remove, speakLive } = useProgramme();
  const { show } = usePresenter();
  const { library, settings } = usePlayground();
  useLibrary();
  const panel = useRef<HTMLElement>(null);
  const focused = useRef<string>(undefined);
  const [done, setDone] = useState<Done>();
  useBackCloses(onClose, covering);

  useEffect(() => {
    const list = panel.current;
    (list?.querySelector<HTMLElement>("[aria-current]") ?? list?.querySelector("button"))?.focus();
  }, []);
  // An element that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    panel.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = undefined;
  });

  function moveBy(item: ProgrammeItem, title: string, distance: -1 | 1): void {
    const from = items.indexOf(item);
    const to = from + distance;
    if (to < 0 || to >= items.length) return;
    focused.current = `[data-item="${item.id}"] [data-move="${distance}"]`;
    move(item.id, to);
    const what = messages.moved(to + 1, items.length);
    setDone({ title, what, undo: () => move(item.id, from) });
  }

  function take(item: ProgrammeItem, title: string): void {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (shown.item?.id === item.id && neighbour !== undefined) show(neighbour.id);
    setDone({ title, what: messages.removed, undo: remove(item.id) });
    panel.current?.focus();
  }

  return (
    <StagePanel panel={panel} title={messages.programme} closeLabel={messages.closeProgramme} onClose={onClose}>
      {items.length === 0 && <p className={styles["empty"]}>{messages.empty}</p>}
      <ol className={styles["list"]}>
        {items.map((item, index) => (
          <ProgrammeRow
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            row={item.take === undefined ? undefined : library.row(item.take)}
            current={shown.item?.id === item.id}
            onShow={() => {
              show(item.id);
              // Where it covers the stage, one wants to see what was chosen.
              if ((panel.current?.offsetWidth ?? 0) >= window.innerWidth) onClose();
            }}
            onMove={(title, distance) => moveBy(item, title, distance)}
            onRename={(name) => {
              rename(item.id, name);
              setDone({ title: name.trim(), what: messages.renamed, undo: () => rename(item.id, item.name) });
            }}
            onCorrect={(script) => {
              const takeBack = restoreForm(settings, script);
              correct(item.id);
              const undo = (): void => {
                takeBack();
                correct(undefined);
              };
              setDone({ title: "", what: messages.inForm, undo });
            }}
            onLive={() => setDone({ title: "", what: messages.liveAgain, undo: speakLive(item.id) })}
            onRemove={(title) => take(item, title)}
          />
        ))}
      </ol>
      <ProgrammeFoot
        shown={shown}
        done={done}
        onDone={(next) => {
          setDone(next);
          if (next === undefined) panel.current?.focus();
        }}
        onClose={onClose}
      >
        <ProgrammeExport />
      </ProgrammeFoot>
    </StagePanel>
  );
}
