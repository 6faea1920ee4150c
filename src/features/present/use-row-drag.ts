import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { listen } from "../../kit/listen.ts";

/** How near to the edge of what is seen of the list a row is held to go further, in CSS pixels. */
const edge = 24;
/** How far the pointer goes from where it was pressed before it drags, in CSS pixels: nobody presses quite still. */
const slack = 4;
/** How long each further row takes to come into sight, in milliseconds. */
const rowTime = 80;

/**
 * Lets the rows of `list` (`[data-item]`) be dragged by the pointer or a finger; `onDrop` is told where one was let go.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) {
  /** The row that is dragged, and the index where it would stand. */
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number }>();
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);

  const rowsOf = () => [...(list.current?.querySelectorAll("[data-item]") ?? [])];

  /** The edges of what is seen of the list. */
  function edges(): readonly [top: number, bottom: number] {
    const { top, bottom } = list.current?.getBoundingClientRect() ?? new DOMRect();
    return [Math.max(0, top), Math.min(innerHeight, bottom)];
  }

  function indexAt(y: number): number {
    const [top, last] = edges();
    // No row is dropped where nobody sees it.
    const seen = Math.min(Math.max(y, top), last - 1);
    const rows = rowsOf();
    const at = rows.findIndex((row) => seen < row.getBoundingClientRect().bottom);
    return at === -1 ? rows.length - 1 : at;
  }

  /** To be called when a handle of a row is pressed. */
  function start(event: PointerEvent, id: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    // One finger at a time.
    end.current();
    const { pointerId: own } = event;
    const { clientY: pressedAt } = event;
    let y = pressedAt;
    let hasMoved = false;
    let to = 0;
    function aim(): void {
      to = indexAt(y);
      setDragged((before) => (before?.id === id && before.to === to ? before : { id, to }));
    }
    aim();
    const timer = setInterval(() => {
      if (!hasMoved) return;
      const [top, bottom] = edges();
      const further = y < top + edge ? -1 : y > bottom - edge ? 1 : 0;
      if (further === 0) return;
      rowsOf()[to + further]?.scrollIntoView({ block: "nearest" });
      aim();
    }, rowTime);
    const stop = listen(window, {
      pointermove({ clientY, pointerId }) {
        if (pointerId !== own) return;
        hasMoved ||= Math.abs(clientY - pressedAt) >= slack;
        if (!hasMoved) return;
        y = clientY;
        aim();
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
      clearInterval(timer);
      end.current = () => {};
      setDragged(undefined);
    };
  }

  return { dragged, start };
}
