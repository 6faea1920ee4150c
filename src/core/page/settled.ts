/** Settles once `holds`, which is looked at now and with each piece of news of `source`. */
export function settledOnce(
  source: { subscribe(listener: () => void): () => void },
  holds: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) {
      resolve();
      return;
    }
    const stop = source.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}
