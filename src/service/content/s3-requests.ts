import { once } from "node:events";
import { Readable } from "node:stream";
import { GetObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { StorageFullError } from "../storage/storage-full.ts";
import { ContentUnavailableError } from "./content-storage.ts";

/** How often in a row a body may be cut before the next byte has come. */
const cuts = 3;

/** What every request to a bucket needs. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** What stands in front of every name, such as `sound/`. */
  readonly prefix: string;
}

/**
 * Waits for an answer of S3. The client has tried again by itself what may pass.
 *
 * @throws StorageFullError where there is no room, ContentUnavailableError for whatever else went wrong.
 */
export async function answerOf<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw failure(error);
  }
}

/** Likewise, but undefined where there is no such object. */
export async function answerUnlessMissing<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    // HEAD has no body that could name the error.
    if (error instanceof S3ServiceException && ["NoSuchKey", "NoSuchUpload", "NotFound"].includes(error.name))
      return undefined;
    throw failure(error);
  }
}

function failure(error: unknown): Error {
  if (statusOf(error) === 507) return new StorageFullError();
  // Not as its cause: the client's own errors hold the whole request and its signature.
  return new ContentUnavailableError(`The storage of sound failed: ${reasonOf(error)}`);
}

/** An error in one line: what it is called, what it says, and the status of the answer. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  return `${error.name}, ${error.message.replace(/\s+/g, " ")}${status === undefined ? "" : ` (${status})`}`;
}

/** Whether the same request would be refused again: the address, the key, the bucket or the region is wrong. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof Error && ["CredentialsProviderError", "EndpointError"].includes(error.name)) return true;
  if (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL") return true;
  const status = statusOf(error);
  return status !== undefined && status < 500 && status !== 429;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

interface Span {
  readonly key: string;
  /** So that all bytes are of one object. */
  readonly etag: string | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads an object from a byte to before another. A body that is cut, or stalls, is asked for again from where it ended,
 * so that a reader that pauses for long needs no connection meanwhile. Rejects where not even the first answer comes.
 */
export async function readSpan(bucket: Bucket, span: Span): Promise<Readable> {
  if (span.start >= span.end) return Readable.from([]);
  let body = await bodyOf(bucket, span);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let { start } = span;
    for (let failures = 0; ; ) {
      try {
        for await (const piece of body) {
          start += piece.length;
          failures = 0;
          yield piece;
        }
        if (start === span.end) return;
        throw new Error("The body ended early.");
      } catch (error) {
        if (++failures === cuts) throw failure(error);
      }
      body = await bodyOf(bucket, { ...span, start });
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  // A reader that leaves early, even before the first byte, leaves no connection behind.
  void once(stream, "close").then(
    () => body.destroy(),
    () => body.destroy(),
  );
  return stream;
}

async function bodyOf({ client, name }: Bucket, { key, etag, start, end }: Span): Promise<Readable> {
  const command = new GetObjectCommand({ Bucket: name, Key: key, IfMatch: etag, Range: `bytes=${start}-${end - 1}` });
  const { Body: body } = await answerOf(client.send(command));
  if (!(body instanceof Readable)) throw new Error("S3 answered without a body.");
  // Met by whoever reads it.
  return body.on("error", () => undefined);
}
