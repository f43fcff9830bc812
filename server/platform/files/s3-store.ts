import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { checkKey } from "./file-key.ts";
import type { S3Body, S3Bucket, S3Patience } from "./s3-request.ts";
import { S3Error, sendS3 } from "./s3-request.ts";
import type { FileFacts, FileSource } from "./spool.ts";
import { describeBytes, spool } from "./spool.ts";

const ordinary: S3Patience = { timeoutMs: 30_000, backoffMs: 300 };

/** Whether a refusal means that the file does not exist; a missing bucket is a broken configuration. */
function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket";
}

/**
 * Stores files in a bucket of an S3-compatible store. A missing file is recognised by its 404: without the right to list the bucket, such stores
 * answer 403.
 */
export class S3Store {
  readonly #bucket: S3Bucket;
  readonly #patience: S3Patience;

  constructor(bucket: S3Bucket, patience: S3Patience = ordinary) {
    this.#bucket = bucket;
    this.#patience = patience;
  }

  async put(key: string, source: FileSource, about: { contentType: string }): Promise<FileFacts> {
    checkKey(key);
    if (source instanceof Uint8Array) {
      const facts = describeBytes(source);
      return this.#send(key, { ...facts, ...about, open: () => Readable.from([source]) });
    }
    // Length and hash are sent before the bytes, and a retry needs the bytes again, so a stream goes through a file.
    const folder = await mkdtemp(join(tmpdir(), "quayside-upload-"));
    try {
      const path = join(folder, "bytes");
      const facts = await spool(path, source);
      return await this.#send(key, { ...facts, ...about, open: () => createReadStream(path) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #send(key: string, body: S3Body): Promise<FileFacts> {
    const answer = await sendS3(this.#bucket, "PUT", key, body, this.#patience);
    answer.resume();
    return { byteSize: body.byteSize, sha256: body.sha256 };
  }

  async get(key: string): Promise<Readable | null> {
    checkKey(key);
    try {
      return await sendS3(this.#bucket, "GET", key, null, this.#patience);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    try {
      const answer = await sendS3(this.#bucket, "DELETE", key, null, this.#patience);
      answer.resume();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Checks that the bucket exists. */
  async ready(): Promise<void> {
    const answer = await sendS3(this.#bucket, "HEAD", null, null, this.#patience);
    answer.resume();
  }
}
