import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { leavingTake, takeFiles, writeJson, writeTake } from "../src/core/archive/take-files.ts";
import { manifestFormat } from "../src/core/archive/zip-takes.ts";
import { takeDetails, takeRow } from "../src/core/takes/library.fixture.ts";

/** A zip of takes with `bytes` of silence each, and `words` timed words in what the service said. */
export async function zipOf(
  count: number,
  { bytes, words }: { readonly bytes: number; readonly words: number },
): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false });
  const add = (name: string, content: BlobPart) => writer.add(name, new BlobReader(new Blob([content])), { level: 6 });
  const timestamps = Array.from({ length: words }, (_, at) => ({ word: `word${at}`, start: at, end: at + 0.5 }));
  for (let at = 0; at < count; at++) {
    const id = `0lies0000-${String(at).padStart(4, "0")}`;
    const taken = takeRow(id, {
      status: "complete",
      sound: "whole",
      format: { codec: "mp3" },
      name: `Imported ${at}`,
      created: Date.UTC(2026, 10, 20),
    });
    const files = writeTake(leavingTake(taken, takeDetails(id, { timestamps })));
    for (const key of ["take", "request", "answer", "times"] as const)
      await add(`takes/${id}/${takeFiles[key]}`, writeJson(files[key]));
    await add(`takes/${id}/sound.mp3`, new Uint8Array(bytes));
  }
  await add("manifest.json", JSON.stringify({ format: manifestFormat, version: 1 }));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}
