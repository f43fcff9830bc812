import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A test's disk that can really be full. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it completely. */
  fill(): void;
  /** Frees the space that `fill` took. */
  free(): void;
  /** Unmounts it, even with open files. */
  remove(): void;
}

function mount(folder: string, options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quayside-disk-"));
  chmodSync(folder, 0o711);
  return folder;
}

function unmount(folder: string): void {
  spawnSync("umount", ["--lazy", folder]);
  rmdirSync(folder);
}

/**
 * Mounts a memory disk.
 * @returns null if the user may not, or the machine has no such disks: such tests are reported as skipped
 */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = makeFolder();
  if (!mount(folder, `size=${megabytes}m,mode=711`)) {
    rmdirSync(folder);
    return null;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      try {
        // Down to the last block.
        for (const size of [1024 * 1024, 1]) for (;;) if (!canWrite(file, Buffer.alloc(size))) break;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => unmount(folder),
  };
}

function canWrite(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

/** Creates a folder that cannot be written; since root could write any, it is a read-only file system. @returns null if root may not mount one */
export function makeUnwritableFolder(): Pick<SmallDisk, "folder" | "remove"> | null {
  const folder = makeFolder();
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    return { folder, remove: () => rmdirSync(folder) };
  }
  if (mount(folder, "size=1m,ro")) return { folder, remove: () => unmount(folder) };
  rmdirSync(folder);
  return null;
}
