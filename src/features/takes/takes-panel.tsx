import { useEffect, useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useLibrary } from "../../core/takes/use-history.ts";
import { EmptyTakes } from "./empty-takes.tsx";
import styles from "./takes.module.css";

// With the list, its menus and its search: a first visit has no takes.
const TakesView = lazyWithRetry(() => import("./takes-view.tsx"), null);

/** Every submission, newest first, or what will be here. */
export function TakesPanel() {
  const { rows, loaded } = useLibrary();
  useEffect(() => {
    const pressed = new AbortController();
    // Whoever presses something may soon have a take, and no network any more.
    const load = () => {
      pressed.abort();
      TakesView.expect().catch(() => undefined);
    };
    for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, load, pressed);
    return () => pressed.abort();
  }, []);
  // What was deleted last can be brought back, so the view stays.
  const [hadRows, setHadRows] = useState(false);
  if (rows.length > 0 && !hadRows) setHadRows(true);
  if (!hadRows && !loaded) return null;
  if (!hadRows)
    return (
      <div className={styles["takes"]}>
        <EmptyTakes />
      </div>
    );
  return <TakesView />;
}
