import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { type ProgrammeItem, scriptOf } from "../../state/present/programme.ts";
import { useLibrary } from "../history/use-history.ts";
import { Icon } from "../kit/icon.tsx";
import { usePlayground } from "../playground-context.ts";
import styles from "./programme.module.css";
import { ProgrammeRow } from "./programme-row.tsx";
import { StageButton } from "./stage-controls.tsx";
import { usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter, usePresentTexts, useProgramme } from "./use-presenter.ts";

/** What is prepared, in its order: chosen, named, moved, removed. */
export function ProgrammePanel({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { p, numbers } = usePresentTexts();
  const { items, addScript, move, remove } = useProgramme();
  const { show } = usePresenter();
  const { library } = usePlayground();
  useLibrary();
  const { form, spoken } = usePageItem();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const focused = useRef<string>(undefined);
  const [removed, setRemoved] = useState<{ readonly title: string; readonly undo: () => void }>();
  const [said, setSaid] = useState("");

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
    const to = items.indexOf(item) + distance;
    if (to < 0 || to >= items.length) return;
    focused.current = `[data-item="${item.id}"] [data-move="${distance}"]`;
    move(item.id, to);
    setSaid(p.moved(title, numbers.integer(to + 1), numbers.integer(items.length)));
  }

  function take(item: ProgrammeItem, title: string): void {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    if (shown.item?.id === item.id && neighbour !== undefined) show(neighbour.id);
    setRemoved({ title, undo: remove(item.id) });
    setSaid(p.removed(title));
    panel.current?.focus();
  }

  const isEmptyScript = form.text.trim() === "";
  const isThere = items.some((item) => isSame(item, form));
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
            onRemove={(title) => take(item, title)}
          />
        ))}
      </ol>
      <div className={styles["foot"]}>
        <p role="status" className={styles["said"]}>
          {said}
        </p>
        {removed !== undefined && (
          <button
            type="button"
            className={styles["action"]}
            onClick={() => {
              removed.undo();
              setRemoved(undefined);
              setSaid("");
              panel.current?.focus();
            }}
          >
            <Icon name="undo" size={1} />
            {p.undo}
          </button>
        )}
        <button
          type="button"
          className={styles["action"]}
          aria-disabled={isEmptyScript || isThere || undefined}
          onClick={() => {
            if (isEmptyScript || isThere) return;
            const added = addScript(form, spoken);
            setRemoved(undefined);
            setSaid(p.added);
            if (items.length === 0) show(added);
          }}
        >
          <Icon name="plus" size={1} />
          {p.addScript}
        </button>
        <p className={styles["hint"]}>{isThere ? p.isThere : p.addTakes}</p>
      </div>
    </section>
  );
}

/** Whether an item is the script on the page with the same settings: added twice it would be the same. */
function isSame(item: ProgrammeItem, form: ReturnType<typeof usePageItem>["form"]): boolean {
  const own = scriptOf(item)?.form;
  if (own === undefined || own.text !== form.text) return false;
  const values = Object.entries(form.values);
  return (
    own.model === form.model &&
    own.mode === form.mode &&
    own.transport === form.transport &&
    values.length === Object.keys(own.values).length &&
    values.every(([key, value]) => own.values[key] === value)
  );
}
