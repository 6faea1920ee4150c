import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { isSameScript, type ProgrammeItem } from "../../state/present/programme.ts";
import { useLibrary } from "../history/use-history.ts";
import { Icon, type IconName } from "../kit/icon.tsx";
import { usePlayground } from "../playground-context.ts";
import styles from "./programme.module.css";
import { ProgrammeRow } from "./programme-row.tsx";
import { StageButton } from "./stage-controls.tsx";
import { usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter, usePresentTexts, useProgramme } from "./use-presenter.ts";

/** What is prepared, in its order: chosen, named, moved, removed. */
export function ProgrammePanel({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { p, numbers } = usePresentTexts();
  const { items, addScript, move, rename, remove } = useProgramme();
  const { show, loose } = usePresenter();
  const { library } = usePlayground();
  useLibrary();
  const { form, spoken } = usePageItem();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const focused = useRef<string>(undefined);
  const [done, setDone] = useState<Done>();

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
    const what = p.moved(numbers.integer(to + 1), numbers.integer(items.length));
    setDone({ title, what, undo: () => move(item.id, from) });
  }

  function take(item: ProgrammeItem, title: string): void {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (shown.item?.id === item.id && neighbour !== undefined) show(neighbour.id);
    setDone({ title, what: p.removed, undo: remove(item.id) });
    panel.current?.focus();
  }

  const isEmptyScript = form.text.trim() === "";
  const there = items.find((item) => isSameScript(item, form));
  // What the stage put into the player since it was opened doesn't make the page's script unspoken.
  const heard = spoken ?? (loose !== undefined && isSameScript(loose, form) ? loose.take : undefined);
  return (
    <section
      ref={panel}
      className={styles["panel"]}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles["head"]}>
        <h2 id={`${id}-title`}>{p.programme}</h2>
        <StageButton icon="close" label={p.closeProgramme} onClick={onClose} />
      </div>
      {items.length === 0 && <p className={styles["empty"]}>{p.empty}</p>}
      <ol className={styles["list"]}>
        {items.map((item, index) => (
          <ProgrammeRow
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            row={item.take === undefined ? undefined : library.row(item.take)}
            current={shown.item?.id === item.id}
            onShow={() => show(item.id)}
            onMove={(title, distance) => moveBy(item, title, distance)}
            onRename={(name) => {
              rename(item.id, name);
              setDone({ title: name.trim(), what: p.renamed, undo: () => rename(item.id, item.name) });
            }}
            onRemove={(title) => take(item, title)}
          />
        ))}
      </ol>
      <div className={styles["foot"]}>
        <p role="status" className={styles["said"]}>
          {done !== undefined && (
            <>
              <span className={styles["saidTitle"]} dir="auto">
                {done.title}
              </span>{" "}
              <span>{done.what}</span>
            </>
          )}
        </p>
        {done !== undefined && (
          <FootButton
            icon="undo"
            label={p.undo}
            onClick={() => {
              done.undo();
              setDone(undefined);
              panel.current?.focus();
            }}
          />
        )}
        <FootButton
          icon="plus"
          label={p.addScript}
          off={isEmptyScript || there !== undefined}
          onClick={() => {
            const added = addScript(form, heard);
            setDone({ title: "", what: p.added, undo: () => void remove(added) });
            if (items.length === 0) show(added);
          }}
        />
        {items.length > 0 && (
          <FootButton
            icon="present"
            label={p.showScript}
            off={isEmptyScript}
            onClick={() => {
              show(there?.id ?? addScript(form, heard, shown.index + 1));
              onClose();
            }}
          />
        )}
        <p className={styles["hint"]}>{there === undefined ? p.addTakes : p.isThere}</p>
      </div>
    </section>
  );
}

/** What was done to the programme last, and can be taken back. */
interface Done {
  readonly title: string;
  readonly what: string;
  readonly undo: () => void;
}

interface FootButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly off?: boolean;
  readonly onClick: () => void;
}

function FootButton({ icon, label, off = false, onClick }: FootButtonProps) {
  return (
    <button
      type="button"
      className={styles["action"]}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onClick();
      }}
    >
      <Icon name={icon} size={1} />
      {label}
    </button>
  );
}
