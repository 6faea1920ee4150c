/** Listens to events of a target, each by its name, and returns what ends that. */
export function listen<Target extends EventTarget, Heard extends Event = Event>(
  target: Target,
  names: string | readonly string[],
  listener: (event: Heard) => void,
  options?: Omit<AddEventListenerOptions, "signal">,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const name of typeof names === "string" ? [names] : names)
    target.addEventListener(name, listener as EventListener, { ...options, signal });
  return () => listening.abort();
}
