import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { importsOf } from "../../core/archive/imports.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { type ProgrammeItem, takeOf } from "../../core/programme/programme-item.ts";
import { KeptNotice } from "../../core/takes/kept-notice.tsx";
import { mayHide } from "../../core/takes/library.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { restoreSpoken } from "../../core/takes/restore-spoken.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { pickFile } from "../../kit/pick-file.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { describeItem } from "./describe-item.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { ProgrammeExport } from "./programme-export.tsx";
import { type Done, FootButton, ProgrammeFoot } from "./programme-foot.tsx";
import { ProgrammeRow, programmeFloatsId } from "./programme-row.tsx";
import { type Writing, WritingForm } from "./programme-writing.tsx";
import { itemsOf, shownOf } from "./shown.ts";
import { StagePanel } from "./stage-panel.tsx";
import { usePresenter, useProgramme } from "./use-presenter.ts";
import { useRowDrag } from "./use-row-drag.ts";

interface ProgrammeEditorProps {
  /** Where it stands: above the page, a chosen item is where the presentation begins. */
  readonly place: "stage" | "page";
  readonly root: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  /** Stands at its end while nothing is written. */
  readonly children?: ReactNode;
}

/** As narrow as the screens that it covers whole; see `programme.module.css`. */
export const coveringProgramme = "(width < 44em)";

/** What is prepared, in its order: chosen, named, moved, removed, added. */
export function ProgrammeEditor({ place, root, onClose, children }: ProgrammeEditorProps) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const [writing, setWriting] = useState<Writing>();
  const { items, keeping, correct, edit, move, rename, remove, speakLive } = useProgramme();
  const presenter = usePresenter();
  const { item: current, index: currentIndex } = shownOf(itemsOf(items, presenter), presenter);
  const show = place === "stage" ? presenter.show : presenter.beginAt;
  const playground = usePlayground();
  const { library, settings } = playground;
  const { ImportNotice } = useOffers();
  const importing = useStore(importsOf(playground), ({ state }) => state.status !== "idle");
  useLibrary();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);
  const [done, setDone] = useState<Done>();

  useEffect(() => {
    (root.current?.querySelector<HTMLElement>("[aria-current]") ?? root.current?.querySelector("button"))?.focus();
  }, [root]);
  // An element that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    root.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = undefined;
  });

  function moveTo(item: ProgrammeItem, title: string, to: number): void {
    const from = items.indexOf(item);
    if (to < 0 || to >= items.length || to === from) return;
    // A choice in the menu gives the focus back to its button.
    const part = document.activeElement?.closest("ol") === list.current ? "[class]" : "[data-menu]";
    focused.current = `[data-item="${item.id}"] button${part}`;
    move(item.id, to);
    const what = messages.moved(to + 1, items.length);
    setDone({ title, what, undo: () => move(item.id, from) });
  }

  const titleOf = (item: ProgrammeItem): string =>
    describeItem(item, library.row(takeOf(item) ?? ""), texts).title || messages.kinds[item.kind];

  const drag = useRowDrag(list, (id, to) => {
    const item = items.find((each) => each.id === id);
    if (item === undefined) return;
    moveTo(item, titleOf(item), to);
  });

  /** Where a row would stand: below it when it comes from above, else above it. */
  function dragOf(id: string, index: number): "dragged" | "above" | "below" | undefined {
    if (drag.dragged === undefined) return undefined;
    if (drag.dragged.id === id) return "dragged";
    if (drag.dragged.to !== index) return undefined;
    return items.findIndex((each) => each.id === drag.dragged?.id) < index ? "below" : "above";
  }

  function take(item: ProgrammeItem, title: string): void {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (current?.id === item.id && neighbour !== undefined) show(neighbour.id);
    setDone({ title, what: messages.removed, undo: remove(item.id) });
    root.current?.focus();
  }

  function endWriting(): void {
    setWriting(undefined);
    root.current?.focus();
  }

  return (
    <>
      <KeptNotice keeping={keeping} holds={items.length > 0} />
      {items.length === 0 && writing === undefined && !mayHide(keeping) && (
        <EmptyState
          icon="present"
          title={messages.empty}
          text={messages.emptyHelp}
          steps={[
            {
              label: messages.import,
              act: () => pickFile(".zip,application/zip", (file) => importsOf(playground).getState().start(file)),
            },
          ]}
        />
      )}
      {importing && ImportNotice !== undefined && <ImportNotice />}
      {writing !== undefined && (
        <WritingForm writing={writing} titleOf={titleOf} show={show} onEnd={endWriting} onDone={setDone} />
      )}
      <ol ref={list} className={styles["list"]} hidden={writing !== undefined}>
        {items.map((item, index) => (
          <ProgrammeRow
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            row={library.row(takeOf(item) ?? "")}
            current={current?.id === item.id}
            onShow={() => {
              show(item.id);
              // Where it covers the stage, one wants to see what was chosen.
              if (place === "stage" && (root.current?.offsetWidth ?? 0) >= window.innerWidth) onClose();
            }}
            onMove={(title, distance) => moveTo(item, title, index + distance)}
            onGrab={(event) => drag.start(event, item.id)}
            drag={dragOf(item.id, index)}
            onEditSlide={() => setWriting({ kind: "slide", id: item.id })}
            onNotes={() => setWriting({ kind: "notes", item })}
            onTitle={() =>
              setDone({ title: "", what: messages.titleChanged, undo: edit({ ...item, titled: item.titled !== true }) })
            }
            onRename={(name) => {
              rename(item.id, name);
              setDone({ title: name.trim(), what: messages.renamed, undo: () => rename(item.id, item.name) });
            }}
            onCorrect={(script) => {
              const { takeBack } = restoreSpoken(settings, script);
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
      {writing === undefined && (
        <ProgrammeFoot
          stage={place === "stage" ? { current, index: currentIndex, onClose } : undefined}
          done={done}
          show={show}
          onVoices={(text) => setWriting({ kind: "run", text })}
          onDone={(next) => {
            setDone(next);
            if (next === undefined) root.current?.focus();
          }}
        >
          <FootButton
            icon="plus"
            label={messages.slide.add}
            onClick={() => setWriting({ kind: "slide", id: undefined })}
          />
          {library.getSnapshot().rows.length > 0 && (
            <FootButton icon="plus" label={messages.takes.add} onClick={() => setWriting({ kind: "takes" })} />
          )}
          <ProgrammeExport />
        </ProgrammeFoot>
      )}
      {writing === undefined && children}
      <div id={programmeFloatsId} />
    </>
  );
}

/** What is prepared, beside the stage. */
export function ProgrammePanel({ onClose }: { readonly onClose: () => void }) {
  const { messages } = useHistoryTexts(presentMessages);
  const panel = useRef<HTMLElement>(null);
  useBackCloses(onClose, coveringProgramme);
  return (
    <StagePanel panel={panel} title={messages.programme} closeLabel={messages.closeProgramme} onClose={onClose}>
      <ProgrammeEditor place="stage" root={panel} onClose={onClose} />
    </StagePanel>
  );
}
