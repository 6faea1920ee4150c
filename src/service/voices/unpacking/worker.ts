import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parentPort, workerData } from "node:worker_threads";
import { extract } from "tar";
import bunzip2 from "unbzip2-stream";
import { largestModel, type UnpackingWork } from "./thread.ts";

/** Entry of the thread that unpacks one archive, and ends. */
if (parentPort === null) throw new Error("Archives are unpacked in a worker thread only.");

const { archive, folder, name }: UnpackingWork = workerData;
let size = 0;
const isWithin = (path: string) => path.replace(/^\.\//, "").split("/", 1)[0] === name;
const entries = extract({
  cwd: folder,
  strict: true,
  filter: (path, entry) => {
    const kind = "type" in entry ? entry.type : "File";
    size += entry.size ?? 0;
    return size <= largestModel && isWithin(path) && (kind === "File" || kind === "OldFile" || kind === "Directory");
  },
});
await pipeline(createReadStream(archive), bunzip2(), entries);
parentPort.postMessage(size);
