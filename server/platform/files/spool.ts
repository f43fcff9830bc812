import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

/** What to store: bytes, or a stream of bytes that is read once. */
export type FileSource = Uint8Array | Readable;

/** What is known of bytes after they were read. */
export interface FileFacts {
  byteSize: number;
  /** hex */
  sha256: string;
}

/** Returns the facts of bytes in memory. */
export function describeBytes(bytes: Uint8Array): FileFacts {
  return { byteSize: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function copyInto(file: FileHandle, source: FileSource): Promise<FileFacts> {
  const hash = createHash("sha256");
  let byteSize = 0;
  const chunks: AsyncIterable<unknown> | Iterable<unknown> = source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new Error("files: a stream returned something other than bytes");
    hash.update(chunk);
    byteSize += chunk.byteLength;
    await file.writeFile(chunk);
  }
  return { byteSize, sha256: hash.digest("hex") };
}

/**
 * Writes a source into a new file that only its owner may read, and syncs it to disk.
 * @param path of no existing file; it is removed if the source fails half-way
 * @throws the source's error, or the file system's
 */
export async function spool(path: string, source: FileSource): Promise<FileFacts> {
  const file = await open(path, "wx", 0o600);
  try {
    const facts = await copyInto(file, source);
    await file.sync();
    return facts;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
