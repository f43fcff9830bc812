import type { Readable } from "node:stream";
import { LocalStore } from "./local-store.ts";
import type { S3Bucket } from "./s3-request.ts";
import { S3Store } from "./s3-store.ts";
import type { FileFacts, FileSource } from "./spool.ts";

/**
 * Stores files. Keys are created by the server (`<provider uuid>/<file uuid>`); any other shape is a bug and thrown. A store that is unreachable or
 * full throws as well.
 */
export interface FileStore {
  /** Stores a complete file, replacing an existing one; a source that fails half-way changes nothing. */
  put(key: string, source: FileSource, about: { contentType: string }): Promise<FileFacts>;
  /** Returns a file's bytes, or null if it does not exist. The caller reads the stream to its end or destroys it. */
  get(key: string): Promise<Readable | null>;
  /** Deletes a file; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Resolves if files can be stored now. */
  ready(): Promise<void>;
}

export type FileStoreConfig = { kind: "local"; folder: string } | ({ kind: "s3" } & S3Bucket);

/** Opens the configured store, without connecting yet: `ready` does that. */
export function openFileStore(config: FileStoreConfig): FileStore {
  return config.kind === "local" ? new LocalStore(config.folder) : new S3Store(config);
}
