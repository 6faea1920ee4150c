import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { listen } from "../../kit/listen.ts";

/** Moving rows of a list by the pointer or a finger. */
export interface RowDrag {
  /** The row that is dragged, and the index where it would stand. */
  readonly dragged: { readonly id: string; readonly to: number } | undefined;
  /** To be called when a handle of a row is pressed. */
  start(event: PointerEvent, id: string): void;
}

/** Lets the rows of `list` (`[data-item]`) be dragged; `onDrop` is told where one was let go. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void): RowDrag {
  const [dragged, setDragged] = useState<RowDrag["dragged"]>();
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);

  function indexAt(y: number): number {
    const rows = [...(list.current?.querySelectorAll("[data-item]") ?? [])].map((row) => row.getBoundingClientRect());
    const at = rows.findIndex(({ bottom }) => y < bottom);
    return at === -1 ? rows.length - 1 : at;
  }

  function start(event: PointerEvent, id: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    // One finger at a time.
    end.current();
    const { pointerId: own } = event;
    let to = indexAt(event.clientY);
    setDragged({ id, to });
    const stop = listen(window, {
      pointermove({ clientY, pointerId }) {
        if (pointerId !== own) return;
        to = indexAt(clientY);
        setDragged({ id, to });
      },
      pointerup({ pointerId }) {
        if (pointerId !== own) return;
        end.current();
        onDrop(id, to);
      },
      pointercancel({ pointerId }) {
        if (pointerId === own) end.current();
      },
    });
    end.current = () => {
      stop();
      end.current = () => {};
      setDragged(undefined);
    };
  }

  return { dragged, start };
}
