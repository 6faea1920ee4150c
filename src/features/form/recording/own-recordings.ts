import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { RecordingClient } from "../../../api/recording-client.ts";
import { ownRecordingEnd } from "../../../contract/own-recordings.ts";
import { perPlayground } from "../../../core/page/per-playground.ts";
import type { Playground } from "../../../core/page/playground.ts";
import { usePlayground } from "../../../core/page/playground-context.ts";
import { toldRecords } from "../../../core/page/told-records.ts";
import { createBrowserRecords } from "../../../core/takes/browser-records.ts";
import type { Records } from "../../../core/takes/records.ts";
import { storedBlobSchema } from "../../../core/takes/stored-blob.ts";
import { createTakeId } from "../../../core/takes/take-id.ts";

/** A recording that this browser keeps until a person removes it, whatever the server has of it. */
export const ownRecordingSchema = z.object({
  /** Sorts by time, like a take's. */
  id: z.string().check(z.minLength(1)),
  /** Unix milliseconds. */
  created: z.number(),
  /** The name of its file; empty where a microphone made it. */
  name: z.string(),
  seconds: z.number(),
  wav: storedBlobSchema,
  /** Under which addresses the server had it, the latest last. */
  addresses: z.array(z.string()),
});
export type OwnRecording = Readonly<z.infer<typeof ownRecordingSchema>>;

/** What own recordings stand on. */
interface OwnRecordingsOptions {
  readonly client: { recordings(service?: string): Promise<RecordingClient> };
  readonly serviceName: Playground["serviceName"];
  readonly wallClock: () => number;
  readonly queries: Pick<Playground["queries"], "setQueryData">;
}

export const ownRecordingsOf = perPlayground((playground) =>
  createOwnRecordings(playground, toldRecords(playground, createBrowserRecords("recordings", ownRecordingSchema))),
);

/** What the page knows of an address by this key: whether the server has the recording. */
export const presenceKey = (address: string) => ["recording", address];

/** A person's own recordings, and their way to the playground's server. */
export function createOwnRecordings(
  { client, serviceName, wallClock, queries }: OwnRecordingsOptions,
  records: Records<OwnRecording>,
) {
  const never = new AbortController().signal;

  /** Removes one from the server at once. Rejects as `RecordingClient.remove` does. */
  async function takeBack(address: string): Promise<void> {
    await (await client.recordings()).remove(address, never);
    queries.setQueryData(presenceKey(address), false);
  }

  return {
    records,
    takeBack,
    /** Writes a new one down; nothing leaves the browser. */
    keep(made: Pick<OwnRecording, "name" | "seconds" | "wav">): OwnRecording {
      const created = wallClock();
      const id = createTakeId(created, (array) => crypto.getRandomValues(array));
      const recording = { ...made, id, created, addresses: [] };
      records.put(recording);
      return recording;
    },
    /**
     * Gives one to the server; resolves with its address there, with undefined where it was deleted meanwhile. Rejects
     * as `RecordingClient.give` does.
     */
    async give(recording: OwnRecording): Promise<string | undefined> {
      const { address } = await (await client.recordings(serviceName())).give(recording.wav, never);
      // It may have changed while it was on its way.
      const now = records.getSnapshot().records.find(({ id }) => id === recording.id);
      if (now === undefined) {
        takeBack(address).catch(() => undefined);
        return undefined;
      }
      queries.setQueryData(presenceKey(address), true);
      records.put({ ...now, addresses: [...now.addresses, address] });
      return address;
    },
    /** Deletes one here and, as far as it is still there and answers, on the server. */
    forget({ id, addresses }: OwnRecording): void {
      records.delete(id);
      const there = addresses.filter((address) => (ownRecordingEnd(address) ?? 0) > wallClock());
      // What can't be taken back now ends with its hour.
      for (const address of there) takeBack(address).catch(() => undefined);
    },
  };
}

/** What this browser keeps, the latest first. */
export function useOwnRecordings(): readonly OwnRecording[] {
  const { records } = ownRecordingsOf(usePlayground());
  records.open();
  return useSyncExternalStore(records.subscribe, records.getSnapshot).records.toReversed();
}
