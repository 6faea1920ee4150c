import { buffer } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import type {
  ContentStorage,
  GrowingContent,
  GrowOptions,
  ListedContent,
  OpenContent,
  Write,
} from "./content-storage.ts";
import { S3Growth, s3Progress } from "./s3-growth.ts";
import { answerOf, answerUnlessMissing, type Bucket, isRefusal, readSpan, reasonOf } from "./s3-requests.ts";
import { S3Upload } from "./s3-upload.ts";

interface S3Options {
  readonly bucket: string;
  /** What stands in front of every name; empty, or ends with a slash. */
  readonly prefix: string;
  /** Whether the bucket's name is in the path, not in the host's name. */
  readonly pathStyle: boolean;
  /** How long a connection may take, and how long it may say nothing, in milliseconds. */
  readonly times?: { readonly connect: number; readonly idle: number };
}

const defaultTimes = { connect: 5_000, idle: 15_000 } as const;
/** How many objects are removed at once. */
const removals = 8;

/** Content in a bucket of an S3-compatible storage, which any number of processes share. */
export class S3Content implements ContentStorage {
  readonly isShared = true;
  readonly #bucket: Bucket;

  /** Endpoint and keys come from the usual AWS variables, which the client reads. */
  constructor({ bucket, prefix, pathStyle, times = defaultTimes }: S3Options) {
    const client = new S3Client({
      region: process.env["AWS_REGION"] ?? "us-east-1",
      forcePathStyle: pathStyle,
      requestHandler: { connectionTimeout: times.connect, socketTimeout: times.idle },
      // Storages other than Amazon's know no checksums; the signature covers the bytes that are sent.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    this.#bucket = { client, name: bucket, prefix };
  }

  /** Looks whether the bucket can be listed. Returns what is wrong, if anything. */
  async probe(): Promise<{ readonly isRefusal: boolean; readonly reason: string } | undefined> {
    const { client, prefix } = this.#bucket;
    try {
      await client.send(new ListObjectsV2Command({ ...this.#in, Prefix: prefix, MaxKeys: 1 }));
      return undefined;
    } catch (error) {
      return { isRefusal: isRefusal(error), reason: reasonOf(error) };
    }
  }

  close(): void {
    this.#bucket.client.destroy();
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await answerOf(this.#bucket.client.send(new PutObjectCommand({ ...this.#of(name), Body: bytes })));
  }

  async create(name: string, inFront: number, make: (write: Write) => Promise<Uint8Array>): Promise<number> {
    const upload = new S3Upload(this.#bucket, name, inFront);
    try {
      await upload.finish(await make((piece) => upload.write(piece)));
    } catch (error) {
      await upload.abort();
      throw error;
    }
    return upload.size;
  }

  async read(name: string): Promise<Buffer | undefined> {
    const content = await this.open(name);
    return content && (await buffer(await content.read()));
  }

  async open(name: string): Promise<OpenContent | undefined> {
    const { Key: key, ...bucket } = this.#of(name);
    const command = new HeadObjectCommand({ ...bucket, Key: key });
    const found = await answerUnlessMissing(this.#bucket.client.send(command));
    if (found === undefined) return undefined;
    const { ContentLength: size = 0, ETag: etag } = found;
    return {
      size,
      read: (start = 0, length = size - start) => readSpan(this.#bucket, { key, etag, start, end: start + length }),
      close: async () => undefined,
    };
  }

  pathOf(): undefined {
    return undefined;
  }

  async *list(prefix: string): AsyncGenerator<ListedContent> {
    let next: string | undefined;
    do {
      const page = await answerOf(
        this.#bucket.client.send(
          new ListObjectsV2Command({
            ...this.#in,
            Prefix: this.#bucket.prefix + prefix,
            ContinuationToken: next,
            // XML can't hold every sign.
            EncodingType: "url",
          }),
        ),
      );
      for (const { Key: key = "", LastModified: changed } of page.Contents ?? []) {
        yield { name: decode(key).slice(this.#bucket.prefix.length), changedAt: changed?.getTime() ?? Date.now() };
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  async remove(names: readonly string[]): Promise<void> {
    // One by one: for many in a request, storages ask for different checksums.
    const limit = pLimit(removals);
    const remove = (name: string) =>
      limit(() => answerUnlessMissing(this.#bucket.client.send(new DeleteObjectCommand(this.#of(name)))));
    await Promise.all(names.map(remove));
  }

  grow(options: GrowOptions): Promise<GrowingContent> {
    return new S3Growth(this, options).resume(s3Progress);
  }

  async removeUnfinished(prefix: string, before: number): Promise<void> {
    const of = { ...this.#in, Prefix: this.#bucket.prefix + prefix, EncodingType: "url" } as const;
    let next: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {};
    while (next !== undefined) {
      const page: ListMultipartUploadsCommandOutput = await answerOf(
        this.#bucket.client.send(new ListMultipartUploadsCommand({ ...of, ...next })),
      );
      for (const { Key: key = "", UploadId: id, Initiated: begun } of page.Uploads ?? []) {
        if ((begun?.getTime() ?? Number.POSITIVE_INFINITY) >= before) continue;
        const command = new AbortMultipartUploadCommand({ ...this.#in, Key: decode(key), UploadId: id });
        await answerUnlessMissing(this.#bucket.client.send(command));
      }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      next =
        page.IsTruncated === true && KeyMarker !== undefined && UploadIdMarker !== undefined
          ? { KeyMarker: decode(KeyMarker), UploadIdMarker }
          : undefined;
    }
  }

  get #in(): { readonly Bucket: string } {
    return { Bucket: this.#bucket.name };
  }

  #of(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket.name, Key: this.#bucket.prefix + name };
  }
}

/** Some storages write a space as a plus sign. */
function decode(key: string): string {
  return decodeURIComponent(key.replaceAll("+", " "));
}
