import type { Readable } from "node:stream";
import { LocalStore } from "./local-store.ts";
import type { S3Bucket } from "./s3-request.ts";
import { S3Store } from "./s3-store.ts";
import type { FileFacts, FileSource } from "./spool.ts";

/**
 * Where files live. Keys are made by the server (`<provider uuid>/<file uuid>`); any other shape is a bug and thrown. A store that is out
 * of reach, or out of room, throws as well.
 */
export interface FileStore {
  /** Keeps a file whole, in the place of one that was there before; a source that fails half-way changes nothing. */
  put(key: string, source: FileSource, about: { contentType: string }): Promise<FileFacts>;
  /** A file's bytes, or null where there is none. The caller reads the stream to its end or destroys it. */
  get(key: string): Promise<Readable | null>;
  /** Takes a file away; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Resolves if files can be kept now. */
  ready(): Promise<void>;
}

export type FileStoreConfig = { kind: "local"; folder: string } | ({ kind: "s3" } & S3Bucket);

/** The store that the configuration names. Nothing is opened or asked yet: `ready` does that. */
export function openFileStore(config: FileStoreConfig): FileStore {
  return config.kind === "local" ? new LocalStore(config.folder) : new S3Store(config);
}
