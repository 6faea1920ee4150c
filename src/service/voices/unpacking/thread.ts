import { Worker } from "node:worker_threads";
import { InstallError } from "../install-error.ts";

/** No archive of the catalogue holds more, unpacked; what does isn't what it says. In bytes. */
export const largestModel = 2 ** 30;

/** What the thread is told. */
export interface UnpackingWork {
  /** The path of a `.tar.bz2`. */
  readonly archive: string;
  /** Where its files go. */
  readonly folder: string;
  /** The model's name: the one folder of the archive that is taken. */
  readonly name: string;
}

/**
 * Takes files and folders of the model's own folder only: no links, and nothing that leads out of it. A thread of its
 * own does it: the archive is decoded in blocks that take about half a second each, and a service that unpacks goes on
 * answering meanwhile.
 *
 * @param workerFile the built entry of the thread, `dist/programs/unpacking-worker.js`.
 * @throws InstallError `too_large`; what reading, decoding or writing throws; the signal's reason after an abort.
 */
export async function unpack(work: UnpackingWork, workerFile: URL, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const worker = new Worker(workerFile, { workerData: work });
  const stop = () => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    // How much the archive holds, in bytes.
    const size = await new Promise<number>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      // Nothing of it writes any more then.
      worker.once("exit", () => reject(signal?.reason ?? new Error("the thread that unpacks ended by itself")));
    });
    if (size > largestModel) {
      throw new InstallError(`The archive holds more than ${largestModel / 2 ** 20} MB.`, "too_large");
    }
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
