const latin1 = new TextDecoder("latin1");

interface Mp3Tag {
  readonly begins: string;
  /** So much of it has to be there before its length is looked for, in bytes. */
  readonly head: number;
  /** Its bytes; undefined while they can't be told, 0 where it is none. */
  readonly length: (tag: Uint8Array) => number | undefined;
}

/** Tags that stand in front of MP3's frames, between and behind them, and that players pass over. */
const tags: readonly Mp3Tag[] = [
  { begins: "ID3", head: 10, length: id3Length },
  { begins: "TAG+", head: 4, length: () => 227 },
  { begins: "TAG", head: 4, length: () => 128 },
  { begins: "APETAGEX", head: 32, length: apeLength },
  { begins: "LYRICSBEGIN", head: 11, length: lyricsLength },
];

/** How long the tag is that `bytes` begin with: 0 where there is none, undefined while that can't be told. */
export function mp3TagLength(bytes: Uint8Array): number | undefined {
  const tag = tags.find(({ begins }) => startsLike(begins, bytes));
  if (tag === undefined) return 0;
  return bytes.length < tag.head ? undefined : tag.length(bytes);
}

/** Whether `bytes` begin with `text`, as far as they go. */
function startsLike(text: string, bytes: Uint8Array): boolean {
  for (let at = 0; at < Math.min(text.length, bytes.length); at++) {
    if (bytes[at] !== text.charCodeAt(at)) return false;
  }
  return true;
}

/** ID3v2: four bytes of seven bits each say the length behind the head, and a flag whether a footer follows. */
function id3Length(tag: Uint8Array): number {
  const head = 10;
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = tag.subarray(5, head);
  const footer = (flags & 0x10) === 0 ? 0 : head;
  return head + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + footer;
}

/** APEv2: the head says the length behind it. A footer looks like it, with the length of what is in front. */
function apeLength(tag: Uint8Array): number {
  const head = 32;
  const view = new DataView(tag.buffer, tag.byteOffset, head);
  const isHead = (view.getUint32(20, true) & 0x2000_0000) !== 0;
  return head + (isHead ? view.getUint32(12, true) : 0);
}

/** More text than this, in bytes, isn't waited for: it may be sound that is to be played. */
const mostLyrics = 1 << 18;

/** Lyrics3, of both versions: only its end says that it has come. */
function lyricsLength(tag: Uint8Array): number | undefined {
  const end = latin1.decode(tag.subarray(0, mostLyrics)).search(/LYRICS(?:200|END)/);
  if (end >= 0) return end + "LYRICSEND".length;
  return tag.length < mostLyrics ? undefined : 0;
}
