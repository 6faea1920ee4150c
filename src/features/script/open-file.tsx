import { importsOf, isZip } from "../../core/archive/imports.ts";
import type { Playground } from "../../core/page/playground.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { ReadAs } from "../../core/text/guessed-encoding.tsx";
import { readTextFile, type TextEncoding } from "../../core/text/text-file.ts";
import { captionLines, isCaptions } from "./caption-lines.ts";
import { documentKindOf } from "./document-file.ts";
import { replaceScript } from "./replace-script.ts";
import { describeDocument, describeRead, describeUnread, type ScriptReport } from "./script-report.ts";

/** Where a file that is opened or dropped goes. */
export interface FileTaker {
  readonly playground: Playground;
  /** What stands there now: who waits for a file may type meanwhile. */
  readonly script: () => string;
  /** Takes what a file shares; false where it shares nothing. */
  readonly receiveShared: (file: File) => Promise<boolean>;
  readonly onReport: (report: ScriptReport) => void;
}

/**
 * Takes what a person opens or drops: a text into the script, exported takes into the library, what was shared into the
 * form.
 */
export async function openFile(file: File, taker: FileTaker): Promise<void> {
  const { playground, script, receiveShared, onReport } = taker;
  const document = await documentKindOf(file);
  if (document !== undefined) {
    onReport({ kind: "problem", say: (texts) => describeDocument(document, file.name, texts), script: script() });
  } else if (await isZip(file)) importsOf(playground).getState().start(file);
  else if (!(await receiveShared(file))) await readAs(file, taker);
}

/** `first` is what stood there before the same file was read in another encoding. */
async function readAs(file: File, taker: FileTaker, as?: TextEncoding, first?: string): Promise<void> {
  const { playground, script, onReport } = taker;
  const { name } = file;
  const read = await readTextFile(file, as);
  const before = first ?? script();
  if (!read.ok) {
    onReport({ kind: "problem", say: (texts) => describeUnread(read, name, texts), script: before });
    return;
  }
  const spoken = isCaptions(read.text) ? captionLines(read.text) : "";
  // Captions of nothing but times are shown as they are: so one sees what they hold.
  const text = spoken === "" ? read.text : spoken;
  onReport({
    kind: "replaced",
    say: (texts) => describeRead(read, { name, text, isCaptions: spoken !== "" }, texts),
    before,
    after: text,
    otherwise: <ReadAs others={read.others} onChoose={(encoding) => void readAs(file, taker, encoding, before)} />,
  });
  replaceScript(playground.settings, text);
  focusScript();
}
