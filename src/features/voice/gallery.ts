import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../../core/page/per-playground.ts";

/** What voices say when they are heard in the list: the script's first sentence, or one in their own language. */
export const spokenWords = ["own", "sample"] as const;
type SpokenWords = (typeof spokenWords)[number];

/** What a person has set in the list of voices, as long as the page is open. */
interface Gallery {
  readonly words: SpokenWords;
  /** The ticked voices by the model's id, in the order of their ticks; absent where nobody has ticked anything. */
  readonly ticked: Readonly<Record<string, readonly string[]>>;
  say(words: SpokenWords): void;
  /** Ticks these voices of a model and no others; undefined as if nobody had. */
  tick(model: string, names: readonly string[] | undefined): void;
}

/** The list of voices of a playground; the same store every time. */
export const galleryOf = perPlayground(
  (): StoreApi<Gallery> =>
    createStore<Gallery>()((set, get) => ({
      words: "own",
      ticked: {},
      say: (words) => set({ words }),
      tick(model, names) {
        const { [model]: _, ...others } = get().ticked;
        set({ ticked: names === undefined ? others : { ...others, [model]: names } });
      },
    })),
);

/**
 * The voices that are spoken with: the ticked ones, else all that a search or a filter has left, if those are few
 * enough. Fewer than two aren't a choice.
 */
export function voicesToSpeak(
  ticked: readonly string[],
  found: readonly string[],
  narrowed: boolean,
  most: number,
): readonly string[] {
  if (ticked.length > 1) return ticked.slice(0, most);
  return narrowed && found.length > 1 && found.length <= most ? found : ticked;
}
