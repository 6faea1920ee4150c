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
