/** The field of an answer, beyond the document, that says what is spoken otherwise than it was asked for. */
export const noteField = "x-speech-note";

/** What the embedded service says there of a pitch that its voice doesn't reach, both in hertz. */
export function pitchNote(asked: number, spoken: number): string {
  return `pitch of ${asked} Hz is out of reach; spoken at ${spoken} Hz`;
}

/** What a {@link pitchNote} says; undefined for any other. */
export function readPitchNote(note: string): { readonly asked: number; readonly spoken: number } | undefined {
  const [, asked, spoken] = /^pitch of (-?\d+) Hz is out of reach; spoken at (\d+) Hz$/.exec(note) ?? [];
  return spoken === undefined ? undefined : { asked: Number(asked), spoken: Number(spoken) };
}

/** What it says of a model that was passed over: nobody knows the words of the recording that it should speak like. */
interface WordsNote {
  readonly model: string;
  /** The recogniser of speech that heard none, or the one that is to be had. */
  readonly recogniser: string;
  readonly isHere: boolean;
}

export function wordsNote({ model, recogniser, isHere }: WordsNote): string {
  const why = isHere ? `${recogniser} heard no words` : `add ${recogniser}`;
  return `${model} must know what is said in the recording: ${why}`;
}

/** What a {@link wordsNote} says; undefined for any other. */
export function readWordsNote(note: string): WordsNote | undefined {
  const [, model, here, toBeHad] =
    /^(\S+) must know what is said in the recording: (?:(\S+) heard no words|add (\S+))$/.exec(note) ?? [];
  const recogniser = here ?? toBeHad;
  if (model === undefined || recogniser === undefined) return undefined;
  return { model, recogniser, isHere: here !== undefined };
}

const betweenNotes = " / ";

export const joinNotes = (notes: readonly string[]): string => notes.join(betweenNotes);

/** The single notes of an answer. */
export const notesIn = (field: string): readonly string[] => field.split(betweenNotes);
