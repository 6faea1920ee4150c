import { type FilesAnswer, type FilesRequest, readDocument, readFiles } from "./read-files.ts";

/** Reads what is sent to it, one after the other. */
async function answer(request: FilesRequest): Promise<FilesAnswer> {
  return request.kind === "take"
    ? { kind: "take", read: await readFiles(request.files) }
    : { kind: "document", read: await readDocument(request.file) };
}

addEventListener("message", async ({ data }: MessageEvent<FilesRequest>) => {
  try {
    postMessage(await answer(data));
  } catch {
    // Nested too deeply to be read, or to be handed over.
    postMessage({ kind: "unreadable" } satisfies FilesAnswer);
  }
});
