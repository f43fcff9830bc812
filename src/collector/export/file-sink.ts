type Bytes = Uint8Array<ArrayBuffer>;

/** The target of a file that is being written: `finish` closes and returns it, `abandon` deletes what was written. */
export interface Sink {
  write: (chunk: Bytes) => void;
  finish(): Promise<Blob>;
  abandon(): Promise<void>;
}

/** The part of the worker-only file access that we use; TypeScript's DOM library does not have it. */
interface SyncFile {
  write(chunk: Bytes, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** Chunks are buffered up to this size: each write is a call into the browser's process. */
const gatheredBytes = 1024 * 1024;

const folderName = "exports";
/** A finished file may still be copied into the person's downloads; after this time it is not. */
const retentionMs = 10 * 60_000;

/**
 * Opens a file in the origin's private file system if there is one (a worker in Chromium and Firefox): it grows on disk, not in
 * memory. Elsewhere, and in private windows, opens a Blob.
 * @param now epoch ms; files of earlier exports are deleted
 * @throws DOMException QuotaExceededError if the disk is full
 */
export async function openSink(fileName: string, now: number): Promise<Sink> {
  try {
    return await openFileSink(fileName, now);
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") throw error;
    return blobSink();
  }
}

async function openFileSink(fileName: string, now: number): Promise<Sink> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  await removeOld(folder, now);
  const handle = await folder.getFileHandle(fileName, { create: true });
  const file = await syncFile(handle);
  file.truncate(0);
  let at = 0;
  const out = gather((chunk) => {
    // Some systems report a full disk by a short write.
    if (file.write(chunk, { at }) !== chunk.length) throw new DOMException("The disk is full", "QuotaExceededError");
    at += chunk.length;
  });
  return {
    write: out.write,
    async finish() {
      out.flush();
      file.flush();
      file.close();
      return handle.getFile();
    },
    async abandon() {
      file.close();
      await folder.removeEntry(fileName);
    },
  };
}

async function syncFile(handle: FileSystemFileHandle): Promise<SyncFile> {
  const opener = handle as FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncFile> };
  if (opener.createSyncAccessHandle === undefined) throw new TypeError("export: synchronous file access is not available");
  return opener.createSyncAccessHandle();
}

async function removeOld(folder: FileSystemDirectoryHandle, now: number): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    try {
      const old = handle.kind !== "file" || (await handle.getFile()).lastModified < now - retentionMs;
      if (old) await folder.removeEntry(name, { recursive: true });
    } catch {
      // In use by a running export: it is deleted another time.
    }
  }
}

/** A file of Blobs, which the browser may move to disk. */
export function blobSink(): Sink {
  const parts: Blob[] = [];
  const out = gather((chunk) => parts.push(new Blob([chunk])));
  return {
    write: out.write,
    async finish() {
      out.flush();
      return new Blob(parts);
    },
    async abandon() {
      parts.length = 0;
    },
  };
}

/** Collects small chunks in one reused buffer. */
function gather(put: (chunk: Bytes) => void): { write: (chunk: Bytes) => void; flush: () => void } {
  const buffer = new Uint8Array(gatheredBytes);
  let used = 0;
  const flush = () => {
    if (used > 0) put(buffer.subarray(0, used));
    used = 0;
  };
  return {
    write(chunk) {
      if (used + chunk.length > buffer.length) flush();
      if (chunk.length > buffer.length) return put(chunk);
      buffer.set(chunk, used);
      used += chunk.length;
    },
    flush,
  };
}
