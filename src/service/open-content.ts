import type { BaseLogger } from "pino";
import { ConfigurationError } from "../http/program.ts";
import type { ContentStorage } from "./content/content-storage.ts";
import { FolderContent } from "./content/folder-content.ts";

/** A place in a bucket. */
export interface BucketAddress {
  readonly bucket: string;
  /** What stands in front of every name; empty, or ends with a slash. */
  readonly prefix: string;
  readonly pathStyle: boolean;
}

/** Reads `s3://bucket/prefix`; undefined when it is something else. */
export function parseBucketUrl(text: string): Omit<BucketAddress, "pathStyle"> | undefined {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w!.*'()-]+)*)\/?$/.exec(text);
  if (found === null) return undefined;
  const [, bucket = "", path = ""] = found;
  return { bucket, prefix: path === "" ? "" : `${path.slice(1)}/` };
}

interface OpenContentOptions {
  /** Undefined where content is kept in the folder. */
  readonly address: BucketAddress | undefined;
  readonly folder: string;
  /** Whether other processes keep content in that folder, too. */
  readonly isShared: boolean;
  readonly logger: BaseLogger;
}

/**
 * Opens the storage of content. The S3 client is loaded only where it is asked for; it reads the usual AWS variables by
 * itself.
 *
 * @throws ConfigurationError where the bucket refuses, or its address is none. One that can't be reached is logged, for
 *   it may come back.
 */
export async function openContent({ address, folder, isShared, logger }: OpenContentOptions): Promise<ContentStorage> {
  if (address === undefined) return new FolderContent(folder, { isShared });
  // The client tells every start which Node its later versions will need: nothing that an operator can use.
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
  const { S3Content } = await import("./content/s3-content.ts");
  const storage = new S3Content(address);
  const problem = await storage.probe();
  if (problem?.isRefusal === true) {
    throw new ConfigurationError(
      `SERVICE_CONTENT_URL names the bucket ${address.bucket}, which can't be used (${problem.reason}): make it, ` +
        "or check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3 and " +
        "SERVICE_CONTENT_PATH_STYLE",
    );
  }
  if (problem !== undefined) logger.warn({ reason: problem.reason }, "the storage of sound can't be reached yet");
  return storage;
}
