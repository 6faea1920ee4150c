import { Pool, type PoolClient } from "pg";

type Release = (cause?: Error | boolean) => void;
type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool to which a client may be given back twice. Graphile Worker's listener does so where it fails while it stops,
 * and nobody would handle that error.
 */
export class ListenersPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    // Of a pool that has ended there is no client, and nothing to give back.
    super.connect((error, client, release: Release | undefined) => {
      let isReleased = false;
      callback(error, client, (cause) => {
        if (!isReleased) release?.(cause);
        isReleased = true;
      });
    });
    return undefined;
  }
}
