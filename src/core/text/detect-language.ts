import { ownScript } from "../../audio/base/own-script.ts";
import workerAddress from "./language-worker.ts?worker&url";
import type { DetectedLanguage } from "./latin-language.ts";

/**
 * Looks at samples of texts in a worker: what knows the languages is nearly a megabyte of script, and would hold up the
 * page of whoever is about to press Speak. It is fetched the first time, 280 kB. What it gives rejects where that
 * doesn't come; the next time it is fetched again.
 */
export function createLanguageDetector(
  createWorker = () => new Worker(ownScript(workerAddress), { type: "module" }),
): (sample: string) => Promise<DetectedLanguage> {
  let worker: Worker | undefined;
  return (sample) =>
    new Promise((resolve, reject) => {
      worker ??= createWorker();
      const asked = worker;
      const { port1: answers, port2: answering } = new MessageChannel();
      const fail = (): void => {
        if (worker === asked) worker = undefined;
        asked.terminate();
        answers.close();
        reject(new Error("What tells languages apart didn't load."));
      };
      asked.addEventListener("error", fail, { once: true });
      answers.onmessage = ({ data }: MessageEvent<DetectedLanguage>) => {
        asked.removeEventListener("error", fail);
        answers.close();
        resolve(data);
      };
      asked.postMessage(sample, [answering]);
    });
}
