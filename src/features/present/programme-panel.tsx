import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { importsOf } from "../../core/archive/imports.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { type ItemOf, type ProgrammeItem, takeOf } from "../../core/programme/programme-item.ts";
import { excerptOf } from "../../core/submit/submission.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { restoreForm } from "../../core/takes/restore-form.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { pickFile } from "../../kit/pick-file.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { describeItem } from "./describe-item.ts";
import { presentMessages } from "./messages/index.ts";
import { NotesForm } from "./notes-form.tsx";
import styles from "./programme.module.css";
import { ProgrammeExport } from "./programme-export.tsx";
import { type Done, FootButton, ProgrammeFoot } from "./programme-foot.tsx";
import { ProgrammeRow, programmeFloatsId } from "./programme-row.tsx";
import { type SlideContent, SlideForm } from "./slide-form.tsx";
import { StagePanel } from "./stage-panel.tsx";
import { type Shown, usePresenter, useProgramme } from "./use-presenter.ts";
import { useRowDrag } from "./use-row-drag.ts";

/** As narrow as the screens that it covers whole; see `programme.module.css`. */
const covering = "(width < 44em)";

/** What is prepared, in its order: chosen, named, moved, removed. */
export function ProgrammePanel({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  /** The slide that is written. */
  const [slide, setSlide] = useState<string>();
  /** The item whose notes are written. */
  const [noted, setNoted] = useState<ProgrammeItem>();
  const isWriting = slide !== undefined || noted !== undefined;
  const { items, add, correct, edit, move, rename, remove, speakLive } = useProgramme();
  const { show } = usePresenter();
  const playground = usePlayground();
  const { library, settings } = playground;
  const { ImportNotice } = useOffers();
  const importing = useStore(importsOf(playground), ({ state }) => state.status !== "idle");
  useLibrary();
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);
  const [done, setDone] = useState<Done>();
  useBackCloses(onClose, covering);

  useEffect(() => {
    const root = panel.current;
    (root?.querySelector<HTMLElement>("[aria-current]") ?? root?.querySelector("button"))?.focus();
  }, []);
  // An element that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    panel.current?.querySelector<HTMLElement>(focused.current)?.focus();
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

  function saveSlide(item: ItemOf<"slide"> | undefined, content: SlideContent): void {
    const { name, text, picture } = content;
    const excerpt = excerptOf(text);
    if (item === undefined) {
      const added = add({ kind: "slide", name, text, picture, excerpt });
      setDone({ title: name, what: messages.added, undo: () => void remove(added) });
      if (items.length === 0) show(added);
    } else
      setDone({ title: name, what: messages.slide.changed, undo: edit({ ...item, name, text, picture, excerpt }) });
  }

  function saveNotes(item: ProgrammeItem, notes: string): void {
    const what = messages.notes.changed;
    setDone({ title: titleOf(item), what, undo: edit({ ...item, notes: notes || undefined }) });
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
      {items.length === 0 && !isWriting && (
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
      {slide !== undefined && (
        <SlideForm
          slide={items.find(isSlide(slide)) ?? { name: "", text: "", picture: undefined }}
          onDone={(content) => {
            setSlide(undefined);
            panel.current?.focus();
            if (content !== undefined) saveSlide(items.find(isSlide(slide)), content);
          }}
        />
      )}
      {noted !== undefined && (
        <NotesForm
          title={titleOf(noted)}
          notes={noted.notes ?? ""}
          onDone={(notes) => {
            setNoted(undefined);
            panel.current?.focus();
            const item = items.find(({ id }) => id === noted.id);
            if (notes !== undefined && item !== undefined) saveNotes(item, notes);
          }}
        />
      )}
      <ol ref={list} className={styles["list"]} hidden={isWriting}>
        {items.map((item, index) => (
          <ProgrammeRow
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            row={library.row(takeOf(item) ?? "")}
            current={shown.item?.id === item.id}
            onShow={() => {
              show(item.id);
              // Where it covers the stage, one wants to see what was chosen.
              if ((panel.current?.offsetWidth ?? 0) >= window.innerWidth) onClose();
            }}
            onMove={(title, distance) => moveTo(item, title, index + distance)}
            onGrab={(event) => drag.start(event, item.id)}
            drag={dragOf(item.id, index)}
            onEditSlide={() => setSlide(item.id)}
            onNotes={() => setNoted(item)}
            onTitle={() =>
              setDone({ title: "", what: messages.titleChanged, undo: edit({ ...item, titled: item.titled !== true }) })
            }
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
      {!isWriting && (
        <ProgrammeFoot
          shown={shown}
          done={done}
          onDone={(next) => {
            setDone(next);
            if (next === undefined) panel.current?.focus();
          }}
          onClose={onClose}
        >
          <FootButton icon="plus" label={messages.slide.add} onClick={() => setSlide(newSlide)} />
          <ProgrammeExport />
        </ProgrammeFoot>
      )}
      <div id={programmeFloatsId} />
    </StagePanel>
  );
}

/** Stands for a slide that isn't there yet. */
const newSlide = "new";

const isSlide =
  (wanted: string) =>
  (item: ProgrammeItem): item is ItemOf<"slide"> =>
    item.kind === "slide" && item.id === wanted;
