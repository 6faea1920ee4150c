type Events = HTMLElementEventMap & WindowEventMap & DocumentEventMap;
type Listeners = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

/** Listens to events of `target`, each by its name. What it returns ends that. */
export function listen(target: EventTarget, listeners: Listeners, options?: AddEventListenerOptions): () => void {
  const ended = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    target.addEventListener(name, listener as EventListener, { ...options, signal: ended.signal });
  return () => ended.abort();
}
