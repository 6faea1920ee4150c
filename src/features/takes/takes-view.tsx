import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { perPlayground } from "../../core/page/per-playground.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { usePresented } from "../../core/programme/use-presented.ts";
import type { Submit } from "../../core/submit/submit.ts";
import SubmitQuestion from "../../core/submit/submit-question.tsx";
import { ConfirmDialog, type Question } from "../../core/takes/confirm-dialog.tsx";
import { mayHide } from "../../core/takes/library.ts";
import { useOffers } from "../../core/takes/offers.ts";
import parts from "../../core/takes/parts.module.css";
import { whenChanged } from "../../core/takes/restore-form.ts";
import { emptyQuery, isNarrowing, type TakeQuery } from "../../core/takes/search.ts";
import { isSilent, type TakeRow } from "../../core/takes/take.ts";
import { toList, UndoBar, useUndo } from "../../core/takes/undo-bar.tsx";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useSearch } from "../../core/takes/use-search.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { ChoosingBar } from "./choosing-bar.tsx";
import { EmptyTakes } from "./empty-takes.tsx";
import { removable, roomQuestion } from "./removal-questions.tsx";
import type { TakeNaming } from "./take-editor.tsx";
import type { TakeCommand } from "./take-menu.tsx";
import styles from "./takes.module.css";
import { TakesList } from "./takes-list.tsx";
import { TakesTools } from "./takes-tools.tsx";

type Told<How extends "repeat" | "goOn"> = Parameters<Parameters<Submit[How]>[1]>[0];

/**
 * What the list of takes is narrowed to, as long as the page is open: whoever looks elsewhere comes back to the same
 * list. That failed takes are hidden outlives the page.
 */
interface ShownQuery {
  readonly query: TakeQuery;
  set(query: TakeQuery): void;
}

/** The search of a playground; the same store every time. */
const shownQueryOf = perPlayground(({ settings }) =>
  createStore<ShownQuery>()((set) => ({
    query: { ...emptyQuery, state: settings.getState().hidesFailed ? "notFailed" : undefined },
    set(query) {
      set({ query });
      settings.setState({ hidesFailed: query.state === "notFailed" });
    },
  })),
);

/** Every submission, newest first: searched, heard, named, brought back, sent again, deleted. */
export default function TakesView() {
  const texts = useHistoryTexts();
  const { takes: messages, page } = texts;
  const { Export, Programme, ShareLink, links } = useOffers();
  const { rows, loaded, keeping } = useLibrary();
  const actions = useTakeActions();
  const playground = usePlayground();
  const { settings, submit } = playground;
  const { query, set: setQuery } = useStore(shownQueryOf(playground));
  const [question, setQuestion] = useState<Question>();
  const [editing, setEditing] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [shared, setShared] = useState<TakeRow>();
  const [exported, setExported] = useState<{ readonly rows: readonly TakeRow[]; readonly asPage?: boolean }>();
  const [preparing, setPreparing] = useState(false);
  const undo = useUndo();
  const { offer } = undo;
  const { found, looking, done } = useSearch(rows, query);
  const { places, present, emptied } = usePresented(rows.length > 0, offer);
  const isRead = loaded && keeping.kind === "disk";

  useEffect(() => {
    if (isRead) void links?.(playground).removeOrphans();
  }, [isRead, links, playground]);

  const remove = useCallback(
    (ids: readonly string[], kept = 0) => {
      const stay = kept === 0 ? [] : [messages.ask.underWayKept(kept)];
      if (ids.length === 0) return offer({ text: stay.join("") });
      const linked = ids.filter((id) => links?.(playground).of(id) !== undefined).length;
      const gone = linked === 0 ? [] : [messages.deletedLinks(linked)];
      const text = [messages.deleted(ids.length), ...gone, ...stay, ...emptied(ids)];
      const { undo, erase } = actions.remove(ids);
      offer({ text: text.join(page.between.sentences), undo, settle: erase });
    },
    [actions, offer, messages, emptied, page, links, playground],
  );

  const send = useCallback(
    ({ id }: TakeRow, how: "repeat" | "goOn", to?: string) => {
      const told = (outcome: Told<"repeat"> | Told<"goOn">) => {
        const { kind } = outcome;
        if (kind === "sent" && to !== undefined) actions.compareAll([id, outcome.take.id]);
        if (kind === "gone" || kind === "elsewhere" || kind === "busy" || kind === "undocumented_address")
          offer({ text: messages.notDone[kind] });
      };
      if (how === "goOn") submit.getState().goOn(id, told);
      else submit.getState().repeat(id, told, to);
    },
    [submit, actions, offer, messages],
  );

  // What was deleted meanwhile isn't chosen any more.
  const chosenRows = useMemo(() => rows.filter(({ id }) => chosen?.has(id)), [rows, chosen]);
  const allStarred = chosenRows.length > 0 && chosenRows.every(({ starred }) => starred);

  const makeRoom = () => setQuestion(roomQuestion(playground.library, texts, { places, emptied }));
  const removeChosen = (): void => {
    const { ended, kept } = removable(chosenRows);
    remove(
      ended.map(({ id }) => id),
      kept,
    );
  };

  const run = useCallback(
    (command: TakeCommand, row: TakeRow) => {
      switch (command) {
        case "hear":
          return actions.hear(row.id);
        case "show":
          return actions.show(row.id);
        case "star":
          return actions.star(row);
        case "edit":
          return setEditing(row.id);
        case "restore":
          actions.restore(row.id).then((restored) => {
            if (restored === undefined) return offer({ text: messages.notDone.gone });
            const { takeBack: undo, changedWords } = restored;
            const text = changedWords ? messages.restoredWords : messages.restored;
            offer({ text, undo, watch: (end) => whenChanged(settings, end) });
          });
          return;
        case "compare":
          return actions.compare(row.id);
        case "present":
          return present([row]);
        case "repeat":
        case "goOn":
          return send(row, command);
        case "save":
          return actions.save(row, "playable");
        case "saveRaw":
          return actions.save(row, "raw");
        case "keepCase":
          return actions.keepCase(row);
        case "end":
          return actions.end(row.id);
        case "choose":
          return setChosen((before = new Set()) => {
            const next = new Set(before);
            if (!next.delete(row.id)) next.add(row.id);
            return next;
          });
        case "export":
          return setExported({ rows: [row] });
        case "share":
          return setExported({ rows: [row], asPage: true });
        case "shareLink":
          return setShared(row);
        case "remove":
          return remove([row.id]);
        default:
          return send(row, "repeat", command.slice("alsoAt ".length));
      }
    },
    [actions, offer, present, remove, send, messages, settings],
  );

  const finishEditing = useCallback(
    (id: string, change: TakeNaming | undefined) => {
      // Another row may have its turn already.
      setEditing((edited) => (edited === id ? undefined : edited));
      if (change !== undefined) actions.rename(id, change.name, change.note);
    },
    [actions],
  );

  return (
    <div className="panel">
      <KeepingNotice onMakeRoom={makeRoom} />
      {rows.length > 0 && (
        <TakesTools
          query={query}
          onQuery={setQuery}
          found={found.length}
          looking={looking}
          onAsk={setQuestion}
          onRemove={remove}
          onMakeRoom={makeRoom}
          onChoose={() => setChosen(new Set())}
          onExport={() => setExported({ rows: found })}
          onProgramme={() => setPreparing(true)}
        />
      )}
      {chosen !== undefined && rows.length > 0 && (
        <ChoosingBar
          chosen={chosenRows.length}
          found={found.length}
          onAll={() => setChosen(new Set([...chosen, ...found.map(({ id }) => id)]))}
          onNone={() => setChosen(new Set())}
          starred={allStarred}
          onStar={() => actions.starAll(chosenRows, !allStarred)}
          // The list begins with the latest; a programme doesn't.
          onPresent={() => present(chosenRows.filter((row) => !isSilent(row)).reverse())}
          onCompare={() => actions.compareAll(chosenRows.map(({ id }) => id))}
          onExport={() => setExported({ rows: chosenRows })}
          onRemove={removeChosen}
          onEnd={() => setChosen(undefined)}
        />
      )}
      {found.length > 0 ? (
        <TakesList
          rows={found}
          chosen={chosen}
          editing={editing}
          places={places}
          onRun={run}
          onEdited={finishEditing}
        />
      ) : rows.length > 0 && isNarrowing(query) ? (
        <p className={styles["noMatch"]}>
          {done ? messages.noMatch : looking && messages.looking}
          {(done || looking) && (
            <Button ref={toList} look="link" onClick={() => setQuery(emptyQuery)}>
              {messages.showAll}
            </Button>
          )}
        </p>
      ) : (
        loaded && !mayHide(keeping) && <EmptyTakes />
      )}
      <UndoBar undo={undo} />
      {exported !== undefined && Export !== undefined && (
        <Suspense fallback={null}>
          <Export {...exported} onClose={() => setExported(undefined)} />
        </Suspense>
      )}
      {preparing && Programme !== undefined && <Programme onClose={() => setPreparing(false)} />}
      {shared !== undefined && ShareLink !== undefined && (
        <Suspense fallback={null}>
          <ShareLink row={shared} onClose={() => setShared(undefined)} />
        </Suspense>
      )}
      <SubmitQuestion place="takes" look="dialog" />
      {question !== undefined && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}

/** Says where takes are when they aren't on disk, and what can be done. Nothing while all is well. */
function KeepingNotice({ onMakeRoom }: { readonly onMakeRoom: () => void }) {
  const { takes: messages } = useHistoryTexts();
  const { library } = usePlayground();
  const { keeping, unsaved, rows } = useLibrary();
  // A browser that stores nothing says so once there is something to lose.
  const isTold = rows.length > 0 || mayHide(keeping);
  const reason = keeping.kind === "memory" && isTold ? keeping.reason : undefined;
  return (
    // It stands there before it says anything: only then a screen reader hears of it.
    <div className={reason && parts["keeping"]} role="status">
      {reason !== undefined && (
        <Notice tone="warn">
          {reason === "full" ? messages.keeping.full(unsaved) : messages.keeping[reason]}
          {reason === "full" && (
            <>
              {" "}
              <Button ref={toList} look="link" onClick={onMakeRoom}>
                {messages.makeRoom}
              </Button>
            </>
          )}
          {(reason === "full" || reason === "refused") && (
            <>
              {" "}
              <Button ref={toList} look="link" onClick={() => library.retry()}>
                {messages.retry}
              </Button>
            </>
          )}
        </Notice>
      )}
    </div>
  );
}
