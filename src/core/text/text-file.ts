import { countCharacters } from "../../contract/characters.ts";
import { longestScript } from "./longest-script.ts";

/** The encodings that a text file may have here. */
const textEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-kr",
  "windows-1252",
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** The most bytes that so many characters can take: four each, in every one of the encodings, and a byte order mark. */
export const largestFile = 4 * longestScript + 4;

/** What a file turned out to be. */
export type ReadText =
  | {
      readonly ok: true;
      readonly text: string;
      readonly encoding: TextEncoding;
      /** Present where the encoding is a guess: others in which it can be read as well, the likeliest first. */
      readonly others?: readonly TextEncoding[];
    }
  | { readonly ok: false; readonly reason: "empty" | "binary" | "unknown_encoding" }
  | { readonly ok: false; readonly reason: "too_long"; readonly characters: number }
  | { readonly ok: false; readonly reason: "too_large"; readonly bytes: number }
  | { readonly ok: false; readonly reason: "unreadable" };

/**
 * Reads a file that a person chose or dropped. Never throws: a folder, or a file that is gone, is `unreadable`.
 *
 * @param as the encoding, where a person knows it better than a guess.
 */
export async function readTextFile(
  file: Pick<Blob, "size" | "arrayBuffer">,
  as?: TextEncoding | undefined,
): Promise<ReadText> {
  if (file.size > largestFile) return { ok: false, reason: "too_large", bytes: file.size };
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()), as);
  } catch {
    return { ok: false, reason: "unreadable" };
  }
}

/**
 * Text from bytes of an unnamed encoding. A byte order mark is believed; else what is valid UTF-8 is UTF-8, since
 * hardly anything else is by chance; only the rest is chosen by which reads best, and said to be a guess.
 */
export function decodeText(bytes: Uint8Array, as?: TextEncoding): ReadText {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const marked = as ?? byteOrderMark(bytes);
  if (marked !== undefined) {
    const text = decode(bytes, marked);
    return text === undefined ? { ok: false, reason: "unknown_encoding" } : judge(text, marked);
  }
  const utf8 = decode(bytes, "utf-8");
  if (utf8 !== undefined && !isBinary(utf8)) return judge(utf8, "utf-8");
  // UTF-16 of letters is valid UTF-8 now and then, but full of controls: the first bytes of its pairs.
  const encodings: readonly TextEncoding[] = utf8 === undefined ? unmarked : likelyOrders(bytes);
  const readings = encodings.flatMap((encoding) => {
    const text = decode(bytes, encoding);
    if (text === undefined || isBinary(text)) return [];
    // Beside others: a handful of bytes makes frequent signs of UTF-16 by chance.
    const byChance = utf8 === undefined && encoding.startsWith("utf-16") && text.length < 8;
    return [{ text, encoding, score: readability(text, encoding) - (byChance ? 0.5 : 0) }];
  });
  // Sorting is stable: of two that read alike, the first of the list.
  const [best, ...others] = readings.sort((one, other) => other.score - one.score);
  if (best !== undefined && best.score >= leastReadable) {
    const read = judge(best.text, best.encoding);
    return read.ok && utf8 === undefined ? { ...read, others: others.map(({ encoding }) => encoding) } : read;
  }
  return { ok: false, reason: utf8 !== undefined || bytes.includes(0) ? "binary" : "unknown_encoding" };
}

/** What a text that isn't UTF-8 may be in, the usual ones of this page's readers first. */
const unmarked = ["gb18030", "big5", "shift_jis", "euc-kr", "windows-1252", "utf-16le", "utf-16be"] as const;

/** The orders of UTF-16 in which the first bytes of the pairs are nearly all one of two: a writing, and the space. */
function likelyOrders(bytes: Uint8Array): readonly TextEncoding[] {
  const pairs = Math.min(bytes.length >> 1, 4_000);
  return (["utf-16le", "utf-16be"] as const).filter((encoding) => {
    const counts = new Map<number, number>();
    for (let pair = 0; pair < pairs; pair++) {
      const high = bytes[pair * 2 + (encoding === "utf-16le" ? 1 : 0)] ?? 0;
      counts.set(high, (counts.get(high) ?? 0) + 1);
    }
    const [first = 0, second = 0] = [...counts.values()].sort((one, other) => other - one);
    return bytes.length % 2 === 0 && first + second >= pairs * 0.75;
  });
}

function judge(raw: string, encoding: TextEncoding): ReadText {
  // A form feed ends a page of an old text file; a page has lines only.
  const text = raw.replace(/\r\n?|\f/g, "\n");
  if (isBinary(text)) return { ok: false, reason: "binary" };
  if (!/\S/u.test(text)) return { ok: false, reason: "empty" };
  const characters = countCharacters(text);
  return characters > longestScript ? { ok: false, reason: "too_long", characters } : { ok: true, text, encoding };
}

function byteOrderMark([first, second, third]: Uint8Array): TextEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Every control but tab, line ends and form feed.
const control = /[^\P{Cc}\t\n\r\f]/u;

/** Whether a text holds what no text does. A stray escape or two in a long one is forgiven; NUL never is. */
function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  if (!control.test(text)) return false;
  const sample = text.slice(0, 20_000);
  const strange = sample.match(new RegExp(control, "gu"))?.length ?? 0;
  return strange > sample.length / 200;
}

/** Below this share of ordinary characters a reading is none. */
const leastReadable = 0.6;

// Letters and signs that texts consist of. Most readings with the wrong encoding land outside: rare Han, Yi, private
// use.
const ordinary = new RegExp(
  [
    String.raw`[\n\t\x20-\x7e\u00a0-\u024f\u0370-\u058f\u0590-\u06ff\u0900-\u109f\u10a0-\u10ff\u1200-\u137f`,
    String.raw`\u1400-\u167f\u1780-\u17ff\u1e00-\u1eff\u2010-\u2026\u3000-\u30ff\u4e00-\u9fa5\uac00-\ud7a3`,
    String.raw`\uff01-\uff5e]`,
  ].join(""),
  "g",
);
const han = /[\u4e00-\u9fa5]/g;
const hangul = /[\uac00-\ud7a3]/g;
// In a Chinese text of any length, one character in ten or so is one of these.
const frequent =
  /[的一是不了在人有我他这個个們们中來来上大為为和國国地到以說说時时要就出會会也你對对生能而子那得於于著着下自之年過过發发後后作裡里好快乐新谢謝，。、：；！？“”]/g;
// In a Korean text, nine of ten syllables are among these; in Han read as Hangul, one in four.
const frequentHangul = new RegExp(
  `[${[
    "가각간갈감갑강같개객거건걸검겁것게겨격견결경계고곡골곰곱곳공과곽관괜교구국군굴굿권귀규그근글금급긋기긴길김깊까",
    "깨께꼬꽃꿈끄끝끼나난날남납낫낮내냉너널네녀년노논놀농높누눈뉴느는늘늦니닐님다단달닭담답당닿대댁더던데도독돈돌동",
    "돼되된될두둘둠드득든듣들등디따딸땀때떠떡떤또똑뚜뛰뜨라락란람랍랑래랜략량러럭런럼럽렇레려력련렬령례로록론료루류",
    "륨르른를름릉리린림립마막만많말맑맛망매맥머먹먼멀메며면명모목몸못몽묘무문물뭐미민믿밀밑바박밖반받발밤밥방배백뱀",
    "버번벌법벽변별병보복볶본볼봄봉부북분불붙브비빅빈빌빗빙빛빠빨빵뻐뽕사삭산살삼상새색생서석선설섬섭성세센셋셨소속",
    "손솔솜송쇼수순술쉬스슨습승시식신실심십싱싸쌀써쓰씨씩아악안앉않알암압앞애액야약양얘어억언얼엄업없엇었에엔여역연",
    "열엽였영예옛오온올옷와완왔왕왜외요용우욱운울움웃워원월위유육윤율으은을음응의이익인일임입있잊잎자작잔잘잠잡장재",
    "쟁저적전절점접정제져조족존종좋좌죄주죽준줄중즈즐증지직진질짐집짜짬째쨍쪽찌차착찬찮참창찾채책처척천철첫청체초촉",
    "총최추축춘출춤충취치칙친칠카칼커컴케켓켜코콜콩쿠크큰클키타탁탄탈탕태택터털테텔토통퇴투튀트특틀티팀파판팔패퍼페",
    "편평폐포폭폰표푸품풍퓨프플피필하학한할함합항해핵핸햄햇했행향허험혀현협형혜호혹혼홍화확환활황회획횟효후훈휴흐흑",
    "흥희흰히힘",
  ].join("")}]`,
  "g",
);
const kana = /[\u3041-\u3096\u30a1-\u30fa]/g;
const letter = /[A-Za-z\u00c0-\u024f]/g;
const accented = /[\u00a0-\u024f]/g;
/** A Han character within a word of letters, or right behind its beginning: two letters that were read as one sign. */
const withinWord = /[A-Za-z][\u4e00-\u9fa5]/g;

/** How much a decoded text reads like one, from below 0 to about 2. */
function readability(text: string, encoding: TextEncoding): number {
  const sample = text.slice(0, 4_000);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const share = count(ordinary) / sample.length;
  const chinese = count(han);
  const korean = count(hangul);
  // What is in every file of captions, in whatever language, says nothing.
  const written = count(/[^\0-\x7f]/g);
  const known = count(frequent) / Math.max(1, chinese + korean);
  const letters = count(letter);
  // Chinese read as EUC-KR or UTF-16 is rare Hangul, with Han among it; where there are few signs, maybe without.
  const isKorean =
    (chinese === 0 || korean > 9) && count(frequentHangul) > (korean + chinese) * (korean > 3 ? 0.58 : 0.9);
  return (
    share +
    (chinese > 0 ? known : 0) +
    // Japanese is full of kana, but hardly ever in an encoding of Chinese or Korean: there they are a wrong reading's.
    (!/^(?:gb|big|euc)/.test(encoding) && count(kana) > written * 0.15 ? 0.5 : 0) +
    (korean > written * 0.3 ? (isKorean ? 0.4 : -0.7) : 0) -
    (chinese < letters / 4 && count(withinWord) > chinese / 3 ? 0.5 : 0) -
    // Accents are rare among letters; a text of nothing but them is another writing.
    (count(accented) > Math.max(2, letters / 4) ? 1 : 0)
  );
}
