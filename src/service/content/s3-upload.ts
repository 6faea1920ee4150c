import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { answerOf, type Bucket } from "./s3-requests.ts";

/** S3 takes no smaller part, but for the last; and 10,000 of them, 50 GB. */
export const partBytes = 5 * 1024 * 1024;

/**
 * An object on its way into a bucket. A small one is one request. A larger one goes up in parts; the first is held back
 * until it is known what stands in front. Memory stays at three parts. All parts but the last are equally large, as
 * some storages ask for.
 */
export class S3Upload {
  readonly #bucket: Bucket;
  readonly #object: { readonly Bucket: string; readonly Key: string };
  readonly #inFront: number;
  #waiting: Uint8Array[] = [];
  #length: number;
  #first: Uint8Array | undefined;
  #id: string | undefined;
  readonly #done: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];
  /** In bytes, with what stands in front. */
  size: number;

  constructor(bucket: Bucket, name: string, inFront: number) {
    this.#bucket = bucket;
    this.#object = { Bucket: bucket.name, Key: bucket.prefix + name };
    this.#inFront = inFront;
    this.#length = inFront;
    this.size = inFront;
  }

  async write(piece: Uint8Array): Promise<void> {
    this.size += piece.length;
    for (let taken = 0; taken < piece.length; ) {
      // Sent only when more follows, so that the last part isn't empty.
      if (this.#length === partBytes) await this.#flush();
      const more = piece.subarray(taken, taken + partBytes - this.#length);
      this.#waiting.push(more);
      this.#length += more.length;
      taken += more.length;
    }
  }

  async finish(front: Uint8Array): Promise<void> {
    if (front.length !== this.#inFront) throw new Error("What stands in front has another length than was said.");
    const { client } = this.#bucket;
    if (this.#first === undefined) {
      const body = Buffer.concat([front, ...this.#waiting]);
      await answerOf(client.send(new PutObjectCommand({ ...this.#object, Body: body })));
      return;
    }
    await this.#flush();
    await this.#send(1, Buffer.concat([front, this.#first]));
    const parts = this.#done.toSorted((one, other) => one.PartNumber - other.PartNumber);
    await answerOf(
      client.send(
        new CompleteMultipartUploadCommand({
          ...this.#object,
          UploadId: this.#id,
          MultipartUpload: { Parts: parts },
        }),
      ),
    );
  }

  /** Leaves nothing of it; where that fails, the sweep of the storage does it later. */
  async abort(): Promise<void> {
    if (this.#id === undefined) return;
    const command = new AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#id });
    await this.#bucket.client.send(command).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const part = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    if (this.#first === undefined) this.#first = part;
    else await this.#send(this.#done.length + 2, part);
  }

  async #send(number: number, body: Uint8Array): Promise<void> {
    const { client } = this.#bucket;
    this.#id ??= (await answerOf(client.send(new CreateMultipartUploadCommand(this.#object)))).UploadId;
    const part = { ...this.#object, UploadId: this.#id, PartNumber: number, Body: body };
    const { ETag } = await answerOf(client.send(new UploadPartCommand(part)));
    this.#done.push({ PartNumber: number, ETag });
  }
}
