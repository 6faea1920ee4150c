import { useEffect, useRef, useState } from "react";
import { playgroundRoutes } from "../../contract/playground.ts";
import { usePlayground } from "../../core/page/playground-context.ts";

/** Lets a person hear the sentence that a model spoke last. */
export function useModelSample() {
  const { sound } = usePlayground();
  const [heard, setHeard] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);

  /** Call it inside a click. `number` tells one sentence of a model from the next. */
  function hear(name: string, number: number): void {
    const again = heard === name;
    end.current();
    if (again) return;
    const path = playgroundRoutes.voiceSample.path.replace("{name}", encodeURIComponent(name));
    const element = new Audio(`${path}?${number}`);
    const { join, begin } = sound.getState();
    const mine = {
      setVolume(volume: number) {
        element.volume = volume;
      },
      setMuted(muted: boolean) {
        element.muted = muted;
      },
      pause: () => end.current(),
    };
    const leave = join(mine);
    const stop = () => {
      end.current = () => {};
      leave();
      element.pause();
      setHeard(undefined);
    };
    end.current = stop;
    const fail = () => {
      // Another sentence may be heard by now.
      if (end.current !== stop) return;
      stop();
      setFailed(name);
    };
    setFailed(undefined);
    setHeard(name);
    begin(mine);
    // The browser pauses by itself too, at the end or when the device goes. Another sentence may be heard by now.
    element.addEventListener("pause", () => end.current === stop && stop());
    element.addEventListener("error", fail);
    element.play().catch((error: unknown) => {
      // Paused before it began is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      fail();
    });
  }

  return { heard, failed, hear };
}
