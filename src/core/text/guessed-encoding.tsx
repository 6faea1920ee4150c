import type { InterfaceLanguage } from "../../contract/language.ts";
import { Button } from "../../kit/button.tsx";
import { toFirstButton } from "../../kit/focus-after.ts";
import { useTexts } from "../page/playground-context.ts";
import { textFileMessages } from "./messages/index.ts";
import type { ReadText, TextEncoding } from "./text-file.ts";

/** How many other encodings are offered for one that was guessed. */
const mostOffered = 3;

export const encodingNames = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  gb18030: "GB18030",
  big5: "Big5",
  shift_jis: "Shift_JIS",
  "euc-kr": "EUC-KR",
  "windows-1252": "Windows-1252",
} as const satisfies Record<TextEncoding, string>;

/** That the encoding in which a file was read is a guess; empty where it is none, or the only one possible. */
export function describeGuess(
  { encoding, others = [] }: Extract<ReadText, { readonly ok: true }>,
  language: InterfaceLanguage,
): string {
  return others.length === 0 ? "" : textFileMessages.in(language).guessed(encodingNames[encoding]);
}

/** Offers other encodings for a file whose encoding was guessed. */
export function ReadAs({
  others = [],
  onChoose,
}: {
  readonly others: readonly TextEncoding[] | undefined;
  readonly onChoose: (encoding: TextEncoding) => void;
}) {
  const { messages } = useTexts(textFileMessages);
  return others.slice(0, mostOffered).map((encoding) => (
    <Button key={encoding} ref={toFirstButton} look="quiet" onClick={() => onChoose(encoding)}>
      <span>{messages.readAs(encodingNames[encoding])}</span>
    </Button>
  ));
}
