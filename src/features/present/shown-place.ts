/** Where a presentation stands, for as long as its tab is open. */
export interface ShownPlace {
  /** The id of the item that was shown last; undefined where none was, or nothing can be kept. */
  read(): string | undefined;
  write(item: string): void;
}

const key = "speech-playground-stage";

/**
 * A place in the tab's own storage: another tab may show something else. Where the browser keeps nothing, neither does
 * it.
 */
export function createShownPlace(
  storage: () => Pick<Storage, "getItem" | "setItem"> = () => sessionStorage,
): ShownPlace {
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(item) {
      try {
        storage().setItem(key, item);
      } catch {
        // Then it begins anew after a reload.
      }
    },
  };
}
